// The Content-Security-Policies of store pages and of the HTML that their owners write.
import { hashSource, loadsNothing, none, self, toPolicy, unframed } from '../platform/http/content-security-policy.ts'

/**
 * For store pages, on which no script runs. Pictures and fonts are loaded from where the owner has them. With
 * `hasFrame` the page shows the owner's HTML in a frame.
 */
export function storePolicy({ styles, styleOrigins, fontSources, formOrigins, hasFrame }: StorePolicyOptions): string {
  return toPolicy({
    ...loadsNothing,
    'style-src': [...styles.map(hashSource), ...styleOrigins],
    'font-src': [...self, ...fontSources],
    'img-src': [...self, 'https:'],
    'connect-src': self, // for tools that read robots.txt in the page's name; without a script nothing else connects
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
  /** Where forms of the page may post to, beside the search. */
  formOrigins: readonly string[]
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
