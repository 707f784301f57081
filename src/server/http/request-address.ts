import type { IncomingMessage, ServerResponse } from 'node:http'

const HOST = /^[\w.:[\]-]+$/

/** Answers 400 to a Host without a host, which would break addresses. @returns whether it did. */
export function refuseHost({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const { host } = headers
  if (host === undefined || (HOST.test(host) && URL.canParse(`http://${host}`))) return false
  response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' })
  response.end('This Host header is not valid.')
  return true
}

export function isDecodable(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}
