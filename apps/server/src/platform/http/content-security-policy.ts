// Every Content-Security-Policy, one for each kind of document. A policy is made of directives with their sources, in
// the order in which they are sent.
import { createHash } from 'node:crypto'

type Directives = Readonly<Record<string, readonly string[]>>

const none = ["'none'"]
const self = ["'self'"]

/** Nothing is loaded but what further directives name. */
const loadsNothing = { 'default-src': none }
/** No other page shows the document in a frame. */
const unframed = { 'frame-ancestors': none }

/** For responses that are no page, and for files. */
export const closedPolicy = toPolicy({ ...loadsNothing, ...unframed })

/** For pictures and fonts of owners: opened by itself, such a file can do nothing. */
export const sandboxedFilePolicy = toPolicy({ ...loadsNothing, ...unframed, sandbox: [] })

/**
 * For the dashboard. Scripts only from our own files, and these inline ones; inline styles because Mantine sets them on
 * elements. Pictures also from `pictureOrigin`, which has no https on a laptop.
 */
export function appPolicy(inlineScripts: readonly string[] = [], pictureOrigin?: string): string {
  return toPolicy({
    'default-src': self,
    'script-src': [...self, ...inlineScripts.map(hashSource)],
    'style-src': [...self, "'unsafe-inline'"],
    'img-src': [...self, 'data:', 'blob:', 'https:', ...(pictureOrigin === undefined ? [] : [pictureOrigin])],
    'connect-src': self,
    'object-src': none,
    'base-uri': none,
    'form-action': self,
    ...unframed,
  })
}

/** For pages with forms on the app's origin. `nonce` allows the page's own style and script; no others run. */
export function noncePolicy(nonce: string): string {
  const own = [`'nonce-${nonce}'`]
  return toPolicy({
    ...loadsNothing,
    'style-src': own,
    'script-src': own,
    'img-src': [...self, 'data:'],
    'font-src': self,
    'form-action': self,
    'base-uri': none,
    ...unframed,
  })
}

/** For pages on the public origin without a script, whose style is the only one that runs. */
export function styledPagePolicy(style: string): string {
  return toPolicy({
    ...loadsNothing,
    'style-src': [hashSource(style)],
    'img-src': self,
    'font-src': self,
    'base-uri': none,
    'form-action': none,
    ...unframed,
  })
}

/**
 * For store pages, on which no script runs. Pictures and fonts are loaded from where the owner has them. With
 * `hasFrame` the page shows the owner's HTML in a frame.
 */
export function storePolicy({ styles, styleOrigins, fontSources, hasFrame }: StorePolicyOptions): string {
  return toPolicy({
    ...loadsNothing,
    'style-src': [...styles.map(hashSource), ...styleOrigins],
    'font-src': [...self, ...fontSources],
    'img-src': [...self, 'https:'],
    'connect-src': self, // for tools that read robots.txt in the page's name; without a script nothing else connects
    ...(hasFrame && { 'frame-src': self }),
    'form-action': self,
    'base-uri': none,
    ...unframed,
  })
}

interface StorePolicyOptions {
  styles: readonly string[]
  styleOrigins: readonly string[]
  fontSources: readonly string[]
  hasFrame: boolean
}

/**
 * For the owner's HTML. `sandbox` without `allow-same-origin` gives it an origin of its own, also where an old browser
 * opens it outside its frame: it reaches no storage, no cookie, no opener and no other page.
 */
export function framedHtmlPolicy({ hasConnections }: { hasConnections: boolean }): string {
  return toPolicy({
    sandbox: ['allow-scripts'],
    'default-src': ['https:', 'data:', "'unsafe-inline'"],
    ...(!hasConnections && { 'connect-src': none }),
    'form-action': none,
    'base-uri': none,
    'frame-ancestors': self,
  })
}

/** For a page that loads nothing, and runs its own style and script only. */
export function selfContainedPolicy(style: string, script: string): string {
  return toPolicy({
    ...loadsNothing,
    'style-src': [hashSource(style)],
    'script-src': [hashSource(script)],
    'base-uri': none,
    'form-action': none,
    ...unframed,
  })
}

function toPolicy(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

/** Allows an inline style or script with exactly this text. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
