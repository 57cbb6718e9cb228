import type { Link } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { linkQuery } from '../../features/links/link-queries.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { ErrorPanel } from '../../ui/errors/error-panel.tsx'
import { Screen } from '../screen.tsx'
import { useLinkInOtherProjects } from './link-in-other-projects.ts'
import { type FallbackScreen, LinkNotFound } from './link-not-found.tsx'

interface LinkLoaderProps {
  /** Rendered until the link is loaded. */
  loading: React.ReactNode
  /** Linked to when the link does not exist, and opened when another project becomes the current one. */
  fallback: FallbackScreen
  children: (link: Link) => React.ReactNode
}

/** Loads the link of the URL, from the current project or from another one of the user's. */
export function LinkLoader({ loading, fallback, children }: LinkLoaderProps) {
  const { linkId = '' } = useParams()
  const { scope } = useProject()
  const [openedIn, setOpenedIn] = useState(scope.projectId)
  const link = useQuery(linkQuery(scope, linkId))
  // A phone takes long to render the page of a link: deferred, React renders it in short tasks.
  const shownId = useDeferredValue(link.data?.url_id)
  const isMissing = link.error instanceof ApiError && link.error.status === 404
  const otherProjects = useLinkInOtherProjects(linkId, { isEnabled: isMissing, onFound: setOpenedIn })

  // Another project became the current one, and this link is not in it.
  if (scope.projectId !== openedIn) return <Navigate to={fallback.to} replace />
  if (link.isPending || otherProjects.isSearching) return loading
  // A malformed id is rejected as a request; for the user the link does not exist.
  const isMalformedId = link.error instanceof ApiError && link.error.status === 400
  if (isMalformedId || (isMissing && otherProjects.error === null)) return <LinkNotFound fallback={fallback} />
  if (link.data !== undefined) return shownId === link.data.url_id ? children(link.data) : loading
  return (
    <Screen title="Link">
      <ErrorPanel
        title="This link could not be loaded"
        error={otherProjects.error ?? link.error}
        onRetry={isMissing ? otherProjects.refetch : link.refetch}
      />
    </Screen>
  )
}
