type Cookie = { name: string; value: string; host: string; path: string }

export type Page = {
  /** Where it ended. */
  url: URL
  status: number
  headers: Headers
  text: string
}

type Until = (url: URL) => boolean

/** A browser without a screen: keeps cookies by host and path, follows redirects, sends forms. */
export class Visitor {
  cookies: Cookie[] = []
  /** Every address that it went to. */
  visited: string[] = []
  readonly #at: Record<string, string>

  /** @param at where a public origin is really served, by that origin: as a proxy does it. */
  constructor(at: Record<string, string> = {}) {
    this.#at = at
  }

  /** One request; what it answers may be a redirect. */
  async request(address: string | URL, init: RequestInit = {}): Promise<Page> {
    const url = new URL(address)
    const headers = new Headers(init.headers)
    const cookie = this.#cookiesFor(url)
    if (cookie) headers.set('Cookie', cookie)
    if (!headers.has('Accept')) headers.set('Accept', 'text/html')
    const served = this.#at[url.origin]
    const target = served ? new URL(url.pathname + url.search, served) : url
    const response = await fetch(target, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) this.#keep(url, line)
    this.visited.push(url.href)
    return { url, status: response.status, headers: response.headers, text: await response.text() }
  }

  /**
   * Goes somewhere, and on through redirects and pages that send themselves.
   * @param until stops before it asks for such an address: one that belongs to somebody else.
   */
  async open(address: string | URL, until: Until = () => false): Promise<Page> {
    return await this.#goOn({ request: () => this.request(address) }, until)
  }

  /** Sends the form of a page, with its hidden fields. */
  async send(page: Page, fields: Record<string, string>, until: Until = () => false) {
    const { action, hidden } = toForm(page)
    const body = new URLSearchParams({ ...hidden, ...fields })
    return await this.#goOn(
      { request: () => this.request(action, { method: 'POST', body }) },
      until,
    )
  }

  async #goOn({ request }: { request: () => Promise<Page> }, until: Until): Promise<Page> {
    let page = await request()
    for (let steps = 0; steps < 20; steps += 1) {
      const location = page.headers.get('Location')
      if (location !== null) {
        const next = new URL(location, page.url)
        if (until(next)) return { ...page, url: next }
        page = await this.request(next)
      } else if (page.text.includes(' data-submit')) {
        const { action, hidden } = toForm(page)
        const body = new URLSearchParams({ ...hidden, ...pressed(page.text) })
        page = await this.request(action, { method: 'POST', body })
      } else return page
    }
    throw new Error(`It goes round in circles: ${this.visited.slice(-6).join(' → ')}`)
  }

  #cookiesFor({ hostname, pathname }: URL): string {
    const covers = ({ host, path }: Cookie) =>
      host === hostname &&
      (path === '/' || pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
    return this.cookies
      .filter(covers)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  #keep(url: URL, line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const [name = '', ...value] = pair.split('=')
    const attribute = (wanted: string) =>
      attributes
        .find((each) => each.toLowerCase().startsWith(`${wanted}=`))
        ?.slice(wanted.length + 1)
    const cookie = {
      name,
      value: value.join('='),
      host: url.hostname,
      path: attribute('path') ?? '/',
    }
    this.cookies = this.cookies.filter(
      (other) => other.name !== name || other.host !== cookie.host || other.path !== cookie.path,
    )
    const expires = attribute('expires')
    const isOver = attribute('max-age') === '0' || (expires && Date.parse(expires) <= Date.now())
    if (!isOver) this.cookies.push(cookie)
  }
}

function toForm({ text, url }: Page): { action: URL; hidden: Record<string, string> } {
  const form = /<form\b[^>]*\baction="([^"]*)".*?<\/form>/s.exec(text)
  if (!form) throw new Error(`There is no form at ${url.pathname}: ${text.slice(0, 300)}`)
  const inputs = form[0].matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  return {
    action: new URL(plain(form[1] ?? ''), url),
    hidden: Object.fromEntries(
      [...inputs].map(([, name = '', value = '']) => [name, plain(value)]),
    ),
  }
}

function pressed(text: string): Record<string, string> {
  const button = /<button[^>]* data-submit[^>]*>/.exec(text)?.[0] ?? ''
  const name = / name="([^"]*)"/.exec(button)?.[1]
  return name === undefined ? {} : { [name]: / value="([^"]*)"/.exec(button)?.[1] ?? '' }
}

const plain = (markup: string) =>
  markup
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')
