import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link as RouteLink } from 'react-router'
import { BarePage } from '../ui/states/bare-page.tsx'
import { Logo } from './layout/logo.tsx'

export function NotFoundScreen() {
  useDocumentTitle('Page not found · Linkshelf')
  return (
    <BarePage logo={<Logo />} title="Oops! Page not found" text="This page does not exist.">
      <Button component={RouteLink} to="/" size="md" fullWidth>
        Return to Home
      </Button>
    </BarePage>
  )
}
