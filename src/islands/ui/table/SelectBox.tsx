import { type ReactNode, useEffect, useRef } from 'react'

type SelectBoxProps = {
  checked: boolean
  isPartly?: boolean
  /** @param isRange with Shift held: from the box that was changed before to this one. */
  onChange: (checked: boolean, isRange: boolean) => void
  children: ReactNode
}

export function SelectBox({ checked, isPartly = false, onChange, children }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly
  }, [isPartly])
  return (
    <label className="choice select-box">
      <input
        ref={box}
        type="checkbox"
        checked={checked}
        onChange={({ target, nativeEvent }) =>
          // What is heard is the click that changes it, by the mouse or by the space bar.
          onChange(target.checked, (nativeEvent as MouseEvent).shiftKey === true)
        }
      />
      <span>{children}</span>
    </label>
  )
}
