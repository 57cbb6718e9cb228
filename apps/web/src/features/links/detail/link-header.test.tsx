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
  it('leads to full analytics where the organization has them', () => {
    openHeader('/analytics/link/spring')

    expect(screen.getByRole('link', { name: 'Full Analytics' }).getAttribute('href')).toBe('/analytics/link/spring')
  })

  it('says nothing of full analytics where it has none', () => {
    openHeader(undefined)

    expect(screen.getByRole('button', { name: 'Copy Short Link' })).toBeTruthy()
    expect(screen.queryByText('Full Analytics')).toBeNull()
  })
})
