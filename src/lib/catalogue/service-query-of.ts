import { slug } from '../contract/fields.ts'
import { type ServiceQuery, secretKeyOf } from './service-query.ts'

/** What a page was asked for with; what cannot be a key or a branch is left out. */
export const serviceQueryOf = (url: URL): ServiceQuery => ({
  key: secretKeyOf(url),
  site: slug.safeParse(url.searchParams.get('site')).data,
})
