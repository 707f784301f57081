import { FormIsland, type FormIslandProps } from '../FormIsland.tsx'
import { FormQueries } from '../FormQueries.tsx'
import { ClinicianFormScreen } from './ClinicianFormScreen.tsx'

export function ClinicianFormPage(props: Omit<FormIslandProps, 'audience'>) {
  return (
    <FormIsland {...props} audience="clinic">
      {(calls) => (
        <FormQueries>
          <h1 className="heading-1">Clinician form</h1>
          <ClinicianFormScreen calls={calls} id={props.id} timeZone={props.settings.timeZone} />
        </FormQueries>
      )}
    </FormIsland>
  )
}
