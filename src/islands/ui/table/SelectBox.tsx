import { type ReactNode, useEffect, useRef } from 'react'

type SelectBoxProps = {
  checked: boolean
  isPartly?: boolean
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
          onChange(target.checked, (nativeEvent as MouseEvent).shiftKey === true)
        }
      />
      <span>{children}</span>
    </label>
  )
}
