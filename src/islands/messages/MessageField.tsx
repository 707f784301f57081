import type { MessageChannel, MessageEvent } from '#lib/contract/message-events.ts'
import type { MessagePreview } from '#lib/contract/messages.ts'
import { messageNames } from '#lib/messages/message-names.ts'
import { otherAddresses } from '#lib/messages/other-addresses.ts'
import { findInsertions } from '#lib/outcomes/insertions.ts'
import type { TemplateEditorProps } from '../admin/resources/LetterField.tsx'
import { TemplateField } from '../admin/resources/TemplateField.tsx'
import { TemplatePreview } from '../admin/resources/TemplatePreview.tsx'
import { useApi } from '../identity/island-context.ts'

const insertions = findInsertions(messageNames)

export function MessageField(field: TemplateEditorProps) {
  const api = useApi()
  const { name, state } = field
  const typed = (other: string) => String(state.form.getValues(other)).trim()
  return (
    <>
      <TemplateField
        {...field}
        insertions={insertions}
        code={false}
        preview={(id) => (
          <TemplatePreview
            id={id}
            fillIn={(appointment_id) =>
              api.call('POST admin/messagetemplates/preview/', {
                body: {
                  event: typed('event') as MessageEvent,
                  channel: typed('channel') as MessageChannel,
                  subject: typed('subject'),
                  body: typed(name),
                  appointment_id,
                },
              })
            }
            show={(message) => <Message {...message} />}
          />
        )}
      />
      <OtherAddresses
        hosts={otherAddresses(
          `${state.form.watch('subject')} ${state.form.watch(name)}`,
          location.host,
        )}
      />
    </>
  )
}

const OtherAddresses = ({ hosts }: { hosts: readonly string[] }) => (
  <p role="status" className="hint wrap-anywhere empty:hidden">
    {hosts.length > 0 && leadsTo(hosts)}
  </p>
)

function leadsTo(hosts: readonly string[]): string {
  const isOne = hosts.length === 1
  const named = new Intl.ListFormat('en-GB').format(hosts)
  return `This message leads to ${isOne ? 'another site' : 'other sites'}: ${named}. Check that you trust ${isOne ? 'it' : 'them'}.`
}

function Message({ subject, text, html, parts }: MessagePreview) {
  if (html === '') {
    return (
      <section aria-label="Message" className="flex w-full flex-col gap-4">
        <p className="card wrap-anywhere">{text}</p>
        <p className="hint">
          Counted as {parts} text {parts === 1 ? 'message' : 'messages'}, before the links are
          lengthened by what opens the appointment.
        </p>
      </section>
    )
  }
  return (
    <section aria-label="Message" className="flex w-full flex-col gap-4">
      <p className="font-semibold">{subject}</p>
      <iframe
        title="As formatted text"
        // It may run nothing. Being of this origin lets the page set its styles.
        sandbox="allow-same-origin"
        srcDoc={html.replaceAll(' style="', ' data-style="')}
        className="h-96 w-full rounded border border-line bg-white"
        onLoad={({ currentTarget }) => setStyles(currentTarget.contentDocument)}
      />
      <h3 className="font-semibold">As plain text</h3>
      <pre className="wrap-anywhere whitespace-pre-wrap">{text}</pre>
    </section>
  )
}

/** The page's policy refuses styles in attributes, which mail programs need. */
function setStyles(mail: Document | null) {
  for (const element of mail?.querySelectorAll<HTMLElement>('[data-style]') ?? []) {
    element.style.cssText = element.dataset['style'] ?? ''
  }
}
