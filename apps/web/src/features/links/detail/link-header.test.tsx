import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { aLink } from '../../../../test/open-dashboard.tsx'
import { LinkHeader } from './link-header.tsx'

function openHeader(fullAnalyticsTo: string | undefined): void {
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <LinkHeader link={aLink()} fullAnalyticsTo={fullAnalyticsTo} onDialog={() => {}} />
      </MemoryRouter>
    </MantineProvider>,
  )
}

describe('the header of a link', () => {
  it('links to full analytics when the organization has it', () => {
    openHeader('/analytics/link/spring')

    expect(screen.getByRole('link', { name: 'Full Analytics' }).getAttribute('href')).toBe('/analytics/link/spring')
  })

  it('has no link to full analytics when the organization does not have it', () => {
    openHeader(undefined)

    expect(screen.getByRole('button', { name: 'Copy Short Link' })).toBeTruthy()
    expect(screen.queryByText('Full Analytics')).toBeNull()
  })
})
