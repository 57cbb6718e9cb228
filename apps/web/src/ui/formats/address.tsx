import { Suspense } from 'react'
import { ErrorBoundary } from '../states/error-boundary.tsx'
import { lazyComponent } from '../states/lazy-component.tsx'

const InternationalHost = lazyComponent(() => import('./international-host.tsx').then((module) => module.InternationalHost))

/** An address as text, without its scheme and without a trailing slash. An international host stays in Punycode. */
export function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** An address without its scheme. An international host is readable; the code for that loads with the first one. */
export function Address({ href }: { href: string }) {
  const text = withoutScheme(href)
  const [host = ''] = /^[^/?#:@]*/.exec(text) ?? []
  if (!host.split('.').some((label) => label.startsWith('xn--'))) return text

  return (
    <>
      <ErrorBoundary fallback={() => host}>
        <Suspense fallback={host}>
          <InternationalHost host={host} />
        </Suspense>
      </ErrorBoundary>
      {text.slice(host.length)}
    </>
  )
}
