export function NothingToSee() {
  return (
    <p className="banner">
      You have no appointments of your own, and you do not have permission to see those of others.
      Ask an administrator for permission to view appointments of others.
    </p>
  )
}
