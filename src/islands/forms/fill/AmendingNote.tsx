export function AmendingNote() {
  return (
    <p className="banner">
      You are changing answers that you have already submitted. What you submitted before stays
      until you submit the changes.
    </p>
  )
}
