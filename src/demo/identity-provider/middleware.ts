import type Provider from 'oidc-provider'

/** oidc-provider is a Koa application: what runs before it. */
export type Middleware = Parameters<Provider['use']>[0]
export type Context = Parameters<Middleware>[0]
