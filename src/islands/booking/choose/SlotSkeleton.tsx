import { Loading } from '../../ui/feedback/Loading.tsx'

const DAYS = ['1', '2', '3', '4', '5', '6', '7']

export function SlotSkeleton() {
  return (
    <>
      <Loading label="Loading times" />
      <div className="days" aria-hidden="true">
        <div className="day-list">
          {DAYS.map((day) => (
            <div key={day} className="skeleton h-12" />
          ))}
        </div>
      </div>
    </>
  )
}
