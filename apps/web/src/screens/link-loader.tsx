import type { Link } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { ApiError } from '../api-error.ts'
import { linkQuery } from '../features/links/link-queries.ts'
import { useProject } from '../features/organizations/selection.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { useLinkInOtherProjects } from './link-in-other-projects.ts'
import { LinkNotFound, type WayOut } from './link-not-found.tsx'
import { Screen } from './screen.tsx'

interface LinkGateProps {
  /** What the screen is called while the link is not known. */
  title: string
  /** Holds the screen's place until the link is known. */
  waiting: React.ReactNode
  /** The list the screen was reached from; also where one lands when another project is chosen meanwhile. */
  wayOut: WayOut
  children: (link: Link) => React.ReactNode
}

/** Finds the link that the address names, in this project or in another one of the person's. */
export function LinkLoader({ title, waiting, wayOut, children }: LinkGateProps) {
  const { linkId = '' } = useParams()
  const { scope } = useProject()
  const [openedIn, setOpenedIn] = useState(scope.projectId)
  const link = useQuery(linkQuery(scope, linkId))
  const isMissing = link.error instanceof ApiError && link.error.status === 404
  const elsewhere = useLinkInOtherProjects(linkId, { isWanted: isMissing, onFound: setOpenedIn })

  // Another project was chosen meanwhile, and this link is not in it.
  if (scope.projectId !== openedIn) return <Navigate to={wayOut.to} replace />
  if (link.isPending || elsewhere.isLooking) return waiting
  // An id that is no id at all is refused as a request; for the reader it is a link that does not exist.
  const isNoId = link.error instanceof ApiError && link.error.status === 400
  if (isNoId || (isMissing && elsewhere.error === null)) return <LinkNotFound wayOut={wayOut} />
  if (link.data !== undefined) return children(link.data)
  return (
    <Screen title={title}>
      <ErrorPanel
        title="This link could not be loaded"
        error={elsewhere.error ?? link.error}
        onRetry={isMissing ? elsewhere.lookAgain : link.refetch}
      />
    </Screen>
  )
}
