import { slug } from '../contract/fields.ts'
import { parseSecretKey, type ServiceQuery } from './service-query.ts'

/** Leaves out what cannot be a key or a branch. */
export const parseServiceQuery = (url: URL): ServiceQuery => ({
  key: parseSecretKey(url),
  site: slug.safeParse(url.searchParams.get('site')).data,
})
