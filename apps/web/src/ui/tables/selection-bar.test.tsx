import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SelectionBar } from './selection-bar.tsx'

const max = 200

function showBar(selectedCount: number, shownCount: number): string | null {
  const selected = Array.from({ length: selectedCount }, (_, index) => index)
  const noop = () => {}
  render(
    <MantineProvider>
      <SelectionBar
        label="Selected rows"
        selection={{ selected, isFull: selectedCount >= max, toggleAll: noop, clear: noop }}
        shownCount={shownCount}
        actions={[]}
      />
    </MantineProvider>,
  )
  return screen.getByRole('status').textContent
}

it.each([
  ['nothing without a selection', 0, 5, ''],
  ['the number of selected rows', 3, 5, '3 selected'],
  ['that the maximum is reached', max, max + 1, `${max} selected, the maximum`],
  ['no maximum when all rows are selected', max, max, `${max} selected`],
])('shows %s', (_what, selectedCount, shownCount, text) => {
  expect(showBar(selectedCount, shownCount)).toBe(text)
})
