import { bulkLinksMax } from '@linkshelf/contract'
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aLink } from '../../../../test/open-dashboard.tsx'
import { LinkSelectionBar } from './link-selection-bar.tsx'

function showBar(selectedCount: number, shownCount: number): string | null {
  const selected = Array.from({ length: selectedCount }, () => aLink())
  const isFull = selectedCount >= bulkLinksMax
  const nothing = () => {}
  render(
    <MantineProvider>
      <LinkSelectionBar
        selection={{ selected, isFull, has: () => true, toggle: nothing, toggleAll: nothing, clear: nothing }}
        shownCount={shownCount}
        onDialog={nothing}
      />
    </MantineProvider>,
  )
  return screen.getByRole('status').textContent
}

it.each([
  ['nothing while nothing is selected', 0, 5, ''],
  ['how many are selected', 3, 5, '3 selected'],
  ['that no more can be', bulkLinksMax, bulkLinksMax + 1, `${bulkLinksMax} selected, the maximum`],
  ['no limit that nobody reached', bulkLinksMax, bulkLinksMax, `${bulkLinksMax} selected`],
])('says %s', (_what, selectedCount, shownCount, text) => {
  expect(showBar(selectedCount, shownCount)).toBe(text)
})
