import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { DateRange } from './date-range.ts'
import { CustomRange } from './range-picker.tsx'

function applyRange(from: string, to: string) {
  const applied: DateRange[] = []
  render(
    <MantineProvider env="test">
      <CustomRange
        initialRange={{ from: '2025-11-01', to: '2025-11-30' }}
        firstDay="2025-10-01"
        today="2025-11-30"
        onApply={(range) => applied.push(range)}
      />
    </MantineProvider>,
  )
  fireEvent.change(screen.getByLabelText('From'), { target: { value: from } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: to } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  return applied
}

describe('the custom range form', () => {
  it.each([
    ['2025-10-01', '2025-11-30'],
    ['2025-11-05', '2025-11-05'],
  ])('applies %s to %s', (from, to) => {
    expect(applyRange(from, to)).toEqual([{ from, to }])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['', '2025-11-30', 'Enter a first and a last day.'],
    ['2025-11-06', '2025-11-05', 'The first day must not be after the last.'],
    ['2025-11-06', '2025-12-24', 'Choose days up to today, Sun, Nov 30, 2025.'],
    ['2025-09-30', '2025-11-05', 'Your plan includes days from Wed, Oct 1, 2025.'],
  ])('rejects “%s” to %s: %s', (from, to, message) => {
    expect(applyRange(from, to)).toEqual([])
    expect(screen.getByRole('alert').textContent).toBe(message)
  })
})
