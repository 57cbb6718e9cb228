import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSaveBar } from './use-unsaved-changes.tsx'

function PageWithBar() {
  useSaveBar()
  return null
}

it('marks the page while it has a save bar', () => {
  const { unmount } = render(<PageWithBar />)
  expect(document.documentElement.dataset).toHaveProperty('saveBar')

  unmount()
  expect(document.documentElement.dataset).not.toHaveProperty('saveBar')
})
