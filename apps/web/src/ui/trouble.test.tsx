import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Trouble } from './trouble.tsx'

it('keeps the id it gave to an error that has none', () => {
  const error = new Error('x')
  const trouble = (title: string) => (
    <MantineProvider env="test">
      <Trouble title={title} error={error} action="Try Again" onRetry={() => {}} />
    </MantineProvider>
  )
  const { rerender } = render(trouble('Once'))
  const shown = screen.getByRole('alert').querySelector('code')?.textContent

  rerender(trouble('Twice'))

  expect(screen.getByRole('heading', { name: 'Twice' })).toBeTruthy()
  expect(screen.getByRole('alert').querySelector('code')?.textContent).toBe(shown)
})
