import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ErrorPanel } from './error-panel.tsx'

it('generates one id for an error without an id, and shows it in every render', () => {
  const error = new Error('x')
  const createPanel = (title: string) => (
    <MantineProvider env="test">
      <ErrorPanel title={title} error={error} onRetry={() => {}} />
    </MantineProvider>
  )
  const { rerender } = render(createPanel('Once'))
  const shown = screen.getByRole('alert').querySelector('code')?.textContent

  rerender(createPanel('Twice'))

  expect(screen.getByRole('heading', { name: 'Twice' })).toBeTruthy()
  expect(screen.getByRole('alert').querySelector('code')?.textContent).toBe(shown)
})
