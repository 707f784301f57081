import { slug } from '../contract/fields.ts'
import { type ServiceQuery, secretKeyOf } from './service-query.ts'

/** Leaves out what cannot be a key or a branch. */
export const serviceQueryOf = (url: URL): ServiceQuery => ({
  key: secretKeyOf(url),
  site: slug.safeParse(url.searchParams.get('site')).data,
})
