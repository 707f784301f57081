import { Paragraphs } from '../../ui/Paragraphs.tsx'
import { PhoneLink } from '../../ui/PhoneLink.tsx'

/** Says what a patient is to do at once because of an answer; `telephone` is empty for none. */
export function StopAdvice({ advice, telephone }: { advice: string; telephone: string }) {
  return (
    <div role="alert" className="banner banner-danger">
      <Paragraphs text={advice} />
      {telephone && (
        <p>
          Call the branch: <PhoneLink number={telephone} />
        </p>
      )}
    </div>
  )
}
