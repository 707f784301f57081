import { sql } from 'kysely'

/** Three questions take a minute. Of a row of `eform` or `eform_version` by this name. */
export const estimateMinutes = (row: 'eform' | 'version') => sql<number>`greatest(1, ceil((
  select count(*) from json_array_elements(${sql.ref(`${row}.form_definition`)}) as item
  where item ->> 'type' not in ('heading', 'paragraph', 'page')) / 3.0))::integer`
