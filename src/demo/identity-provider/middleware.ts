import type Provider from 'oidc-provider'

export type Middleware = Parameters<Provider['use']>[0]
export type Context = Parameters<Middleware>[0]
