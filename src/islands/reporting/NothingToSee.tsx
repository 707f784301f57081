/** For who works here without seeing patients, and may not see what others do. */
export function NothingToSee() {
  return (
    <p className="banner">
      You have no appointments of your own, and may not see those of others. An administrator can
      give you the permission to view appointments of others.
    </p>
  )
}
