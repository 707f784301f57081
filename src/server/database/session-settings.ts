/** Sent by every connection: server, database or role may have others (docs/decisions/0044). */
export const SESSION_SETTINGS = {
  client_encoding: 'UTF8',
  datestyle: 'ISO, MDY',
  timezone: 'UTC',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  gin_fuzzy_search_limit: '0',
  row_security: 'on',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  statement_timeout: '30000',
  lock_timeout: '10000',
  idle_in_transaction_session_timeout: '60000',
  idle_session_timeout: '0',
  // Data in use are in memory or on a solid disk; the default has joins read whole tables instead
  // of an index.
  random_page_cost: '1.1',
}

/** The startup option outranks the settings of a role. */
export const SESSION_OPTIONS = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
  .join(' ')
