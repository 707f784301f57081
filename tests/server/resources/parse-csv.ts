/** The records of a CSV file by the letter of RFC 4180. @throws where the file is not one. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = []
  let rest = text
  while (rest !== '') {
    const record: string[] = []
    for (;;) {
      const found = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
      if (!found) throw new Error(`This is no CSV: ${JSON.stringify(rest.slice(0, 80))}`)
      const [whole, quoted, plain = '', end] = found
      record.push(quoted?.replaceAll('""', '"') ?? plain)
      rest = rest.slice(whole.length)
      if (end === '\r\n') break
    }
    records.push(record)
  }
  return records
}
