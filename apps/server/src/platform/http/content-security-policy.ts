// Content-Security-Policies, one for each kind of document. A policy is made of directives with their sources, in the
// order in which they are sent.
import { createHash } from 'node:crypto'

type Directives = Readonly<Record<string, readonly string[]>>

export const none = ["'none'"]
export const self = ["'self'"]

/** Loads nothing except what other directives allow. */
export const loadsNothing = { 'default-src': none }
/** No page can show the document in a frame. */
export const unframed = { 'frame-ancestors': none }

/** For files, and for responses that are not pages. */
export const closedPolicy = toPolicy({ ...loadsNothing, ...unframed })

/** For pictures and fonts of owners. If such a file is opened directly, it can do nothing. */
export const sandboxedFilePolicy = toPolicy({ ...loadsNothing, ...unframed, sandbox: [] })

/**
 * For the dashboard. Scripts run only from our own files, together with the given inline scripts. Inline styles are
 * allowed because Mantine sets them on elements. Pictures also load from `pictureOrigin`, because this origin has no
 * https on a developer's machine.
 */
export function createAppPolicy(inlineScripts: readonly string[] = [], pictureOrigin?: string): string {
  return toPolicy({
    'default-src': self,
    'script-src': [...self, ...inlineScripts.map(toHashSource)],
    'style-src': [...self, "'unsafe-inline'"],
    'img-src': [...self, 'data:', 'blob:', 'https:', ...(pictureOrigin === undefined ? [] : [pictureOrigin])],
    'connect-src': self,
    'object-src': none,
    'base-uri': none,
    'form-action': self,
    ...unframed,
  })
}

/** For pages with forms on the app's origin. Only the page's own style and script run, which have the `nonce`. */
export function createNoncePolicy(nonce: string): string {
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

/**
 * For pages on the public origin without a script. Only the given styles apply. If `hasStyleSheet` is true, the page
 * can also load a style sheet from its own origin.
 */
export function createStyledPagePolicy(styles: readonly string[], { hasStyleSheet = false } = {}): string {
  return toPolicy({
    ...loadsNothing,
    'style-src': [...styles.map(toHashSource), ...(hasStyleSheet ? self : [])],
    'img-src': self,
    'font-src': self,
    'base-uri': none,
    'form-action': none,
    ...unframed,
  })
}

/** For a page that loads nothing, and runs its own style and script only. */
export function createSelfContainedPolicy(style: string, script: string): string {
  return toPolicy({
    ...loadsNothing,
    'style-src': [toHashSource(style)],
    'script-src': [toHashSource(script)],
    'base-uri': none,
    'form-action': none,
    ...unframed,
  })
}

export function toPolicy(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

/** Returns a source that allows an inline style or script with exactly this text. */
export function toHashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
