// The Content-Security-Policies of store pages and of the owners' HTML.
import { loadsNothing, none, self, toHashSource, toPolicy, unframed } from '../platform/http/content-security-policy.ts'

/**
 * The policy of store pages, which have no scripts. Pictures and fonts are loaded from the owner's sources. If
 * `hasFrame` is true, the page shows the owner's HTML in a frame.
 */
export function toStorePolicy({ styles, styleOrigins, fontSources, formOrigins, hasFrame }: StorePolicyOptions): string {
  return toPolicy({
    ...loadsNothing,
    'style-src': [...styles.map(toHashSource), ...styleOrigins],
    'font-src': [...self, ...fontSources],
    'img-src': [...self, 'https:'],
    'connect-src': self, // for tools that read robots.txt from the page; without a script, nothing else connects
    ...(hasFrame && { 'frame-src': self }),
    'form-action': [...self, ...formOrigins],
    'base-uri': none,
    ...unframed,
  })
}

interface StorePolicyOptions {
  styles: readonly string[]
  styleOrigins: readonly string[]
  fontSources: readonly string[]
  /** The hosts to which forms of the page may post, in addition to the search. */
  formOrigins: readonly string[]
  hasFrame: boolean
}

/**
 * The policy of the owner's HTML. `sandbox` without `allow-same-origin` gives the HTML a separate origin, also if an
 * old browser opens it outside its frame: it can't access storage, cookies, its opener or any other page.
 */
export function toFramedHtmlPolicy({ hasConnections }: { hasConnections: boolean }): string {
  return toPolicy({
    sandbox: ['allow-scripts'],
    'default-src': ['https:', 'data:', "'unsafe-inline'"],
    ...(!hasConnections && { 'connect-src': none }),
    'form-action': none,
    'base-uri': none,
    'frame-ancestors': self,
  })
}
