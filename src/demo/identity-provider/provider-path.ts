import { DEMO_PROVIDER_PATH } from '#server/settings.ts'

export const isForDemoProvider = (path: string) =>
  path === DEMO_PROVIDER_PATH || path.startsWith(`${DEMO_PROVIDER_PATH}/`)
