import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CustomRange } from './custom-range.tsx'
import type { Period } from './period.ts'

function choose(from: string, to: string) {
  const chosen: Period[] = []
  render(
    <MantineProvider env="test">
      <CustomRange
        period={{ from: '2025-11-01', to: '2025-11-30' }}
        firstDay="2025-10-01"
        today="2025-11-30"
        onChoose={(period) => chosen.push(period)}
      />
    </MantineProvider>,
  )
  fireEvent.change(screen.getByLabelText('From'), { target: { value: from } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: to } })
  fireEvent.click(screen.getByRole('button', { name: 'Show these days' }))
  return chosen
}

describe('days of one’s own choice', () => {
  it.each([
    ['2025-10-01', '2025-11-30'],
    ['2025-11-05', '2025-11-05'],
  ])('from %s to %s are shown', (from, to) => {
    expect(choose(from, to)).toEqual([{ from, to }])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['', '2025-11-30', 'Choose a first and a last day.'],
    ['2025-11-06', '2025-11-05', 'The first day comes after the last.'],
    ['2025-11-06', '2025-12-24', 'Choose days up to today, Sun, Nov 30, 2025.'],
    ['2025-09-30', '2025-11-05', 'Your plan shows days from Wed, Oct 1, 2025.'],
  ])('from “%s” to %s are not: %s', (from, to, why) => {
    expect(choose(from, to)).toEqual([])
    expect(screen.getByRole('alert').textContent).toBe(why)
  })
})
