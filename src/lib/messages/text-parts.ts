const PLAIN =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENDED = '^{}\\[~]|€'

const PLACES = { plain: { one: 160, each: 153 }, wide: { one: 70, each: 67 } }

/** How many text messages a text is counted as. A character outside of GSM 03.38 makes all of them wide. */
export function textParts(text: string): number {
  const letters = [...text]
  const isPlain = letters.every((letter) => PLAIN.includes(letter) || EXTENDED.includes(letter))
  const length = isPlain
    ? letters.reduce((sum, letter) => sum + (EXTENDED.includes(letter) ? 2 : 1), 0)
    : text.length
  const { one, each } = isPlain ? PLACES.plain : PLACES.wide
  return length <= one ? Math.min(length, 1) : Math.ceil(length / each)
}
