import { bulkLinksMax } from '@linkshelf/contract'
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aLink } from '../../../../test/open-dashboard.tsx'
import { LinkSelectionBar } from './link-selection-bar.tsx'

function showBar(selectedCount: number, shownCount: number): string | null {
  const selected = Array.from({ length: selectedCount }, () => aLink())
  const isFull = selectedCount >= bulkLinksMax
  const noop = () => {}
  render(
    <MantineProvider>
      <LinkSelectionBar
        selection={{ selected, isFull, has: () => true, toggle: noop, toggleAll: noop, clear: noop }}
        shownCount={shownCount}
        onDialog={noop}
      />
    </MantineProvider>,
  )
  return screen.getByRole('status').textContent
}

it.each([
  ['nothing without a selection', 0, 5, ''],
  ['the number of selected links', 3, 5, '3 selected'],
  ['that the maximum is reached', bulkLinksMax, bulkLinksMax + 1, `${bulkLinksMax} selected, the maximum`],
  ['no maximum when all links are selected', bulkLinksMax, bulkLinksMax, `${bulkLinksMax} selected`],
])('shows %s', (_what, selectedCount, shownCount, text) => {
  expect(showBar(selectedCount, shownCount)).toBe(text)
})
