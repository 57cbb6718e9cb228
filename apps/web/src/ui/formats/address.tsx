import { ErrorBoundary } from '../errors/error-boundary.tsx'
import { InternationalHost } from './international-host.tsx'

/** An address as text, without its scheme and without a trailing slash. An international host stays in Punycode. */
export function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** An address without its scheme. An international host is readable. */
export function Address({ href }: { href: string }) {
  const text = withoutScheme(href)
  const [host = ''] = /^[^/?#:@]*/.exec(text) ?? []
  if (!host.split('.').some((label) => label.startsWith('xn--'))) return text

  return (
    <>
      <ErrorBoundary fallback={() => host}>
        <InternationalHost host={host} />
      </ErrorBoundary>
      {text.slice(host.length)}
    </>
  )
}
