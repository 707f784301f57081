import { slug } from '../contract/fields.ts'
import { parseSecretKey, type ServiceQuery } from './service-query.ts'

export const parseServiceQuery = (url: URL): ServiceQuery => ({
  key: parseSecretKey(url),
  site: slug.safeParse(url.searchParams.get('site')).data,
})
