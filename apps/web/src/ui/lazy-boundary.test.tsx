import { type FunctionComponent, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { LazySuspense } from './lazy-boundary.tsx'
import { createLazyComponent } from './lazy-component.tsx'

it('renders a component when its code is loaded, before React retries a Suspense', async () => {
  // In an `act` environment, React does not delay the retry of a Suspense. This test needs the delay.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  // The clock stands still, so React always delays the retry as long as it does right after it has shown a fallback.
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => now.mockRestore())
  const code = Promise.withResolvers<FunctionComponent>()
  const Part = createLazyComponent(() => code.promise)
  const page = document.createElement('div')
  const shown = new Set<string>()
  new MutationObserver(() => shown.add(page.textContent)).observe(page, { childList: true, subtree: true, characterData: true })

  createRoot(page).render(
    <>
      <LazySuspense fallback="waiting">
        <Part />
      </LazySuspense>{' '}
      <Suspense fallback="waiting">
        <Part />
      </Suspense>
    </>,
  )
  await expect.poll(() => page.textContent).toBe('waiting waiting')
  code.resolve(() => 'loaded')
  await expect.poll(() => page.textContent).toBe('loaded loaded')

  expect([...shown]).toEqual(['waiting waiting', 'loaded waiting', 'loaded loaded'])
})
