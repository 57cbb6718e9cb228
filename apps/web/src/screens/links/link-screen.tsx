import { type Link, linkNotFoundMessage } from '@linkshelf/contract'
import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconCopyPlus, IconDots, IconEraser, IconLinkOff, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { Navigate, Link as RouteLink, useNavigate, useParams } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { LinkHeader } from '../../features/links/detail/link-header.tsx'
import type { OpenLinkDialog } from '../../features/links/dialogs/link-dialogs.tsx'
import { formatLinkName } from '../../features/links/link-name.ts'
import { linkProjectQuery, linkQuery } from '../../features/links/link-queries.ts'
import type { Selection } from '../../features/organizations/choose-selection.ts'
import { useProject, useSelection } from '../../features/organizations/selection.tsx'
import { Can } from '../../session/permissions.tsx'
import { LazySuspense } from '../../ui/lazy-boundary.tsx'
import { createLazyDialog, openDialog } from '../../ui/overlays/dialogs.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { showLoadFailedToast } from '../../ui/toasts/load-failed-toast.tsx'
import { ClickLimitNotice } from '../limits/upgrade-notice.tsx'
import { LinkLoading, LoadingRegion } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import { LinkTabLoading } from './link-loading.tsx'
import { type LinkTab, linkTabs, toLinkPath } from './link-paths.ts'

const openLinkDialog = createLazyDialog(async () => (await import('../../features/links/dialogs/link-dialogs.tsx')).linkDialog)

interface LinkScreenProps {
  tab: LinkTab
  /** The content of the tab. */
  part: React.FunctionComponent<{ link: Link }>
}

/** The page of a link. Each tab has its own URL. All tabs have the same header. */
export function LinkScreen({ tab, part }: LinkScreenProps) {
  return (
    <LinkLoader
      loading={
        <LinkLoading>
          <LinkTabLoading tab={tab} />
        </LinkLoading>
      }
      fallback={tab === 'analytics' ? { to: '/analytics', label: 'Back to Analytics' } : { to: '/links', label: 'Back to Links' }}
    >
      {(link) => <LinkPage key={link.url_id} link={link} tab={tab} part={part} />}
    </LinkLoader>
  )
}

function LinkPage({ link, tab, part: Part }: LinkScreenProps & { link: Link }) {
  const { scope } = useProject()
  const navigate = useNavigate()
  const name = formatLinkName(link)
  const open: OpenLinkDialog = (...opened) => openLinkDialog(opened[2], scope, opened, () => void navigate('/links'))
  const { label } = linkTabs.find((one) => one.name === tab) ?? linkTabs[0]

  function openDeleteClicks(opener: HTMLElement | null): void {
    void openDialog(async () => {
      const { deleteLinkClicksDialog } = await import('../../features/analytics/delete-link-clicks-form.tsx')
      return deleteLinkClicksDialog(scope, { urlId: link.url_id, name })
    }, opener)
  }

  return (
    <Screen title={tab === 'overview' ? name : `${name} · ${label}`} hasOwnHeading>
      <LinkHeader
        link={link}
        back={tab === 'analytics' ? { to: '/analytics', label: 'Analytics' } : { to: '/links', label: 'All links' }}
        editTo={tab === 'analytics' ? toLinkPath(link.url_id, 'overview') : undefined}
        menu={
          <Can call="links.update">
            <LinkPageMenu
              scope={scope}
              link={link}
              onDeleteClicks={openDeleteClicks}
              onDelete={(opener) => open('delete', [link], opener)}
            />
          </Can>
        }
        onDialog={open}
      />
      <TabLinks
        label="Link"
        tabs={linkTabs.map((one) => ({ to: toLinkPath(link.url_id, one.name), label: one.label }))}
        shown={toLinkPath(link.url_id, tab)}
      />
      <ClickLimitNotice />
      <LazySuspense
        key={tab}
        fallback={
          <LoadingRegion>
            <LinkTabLoading tab={tab} />
          </LoadingRegion>
        }
      >
        <Part link={link} />
      </LazySuspense>
    </Screen>
  )
}

interface LinkLoaderProps {
  /** Rendered while the link is loading. */
  loading: React.ReactNode
  /**
   * The screen that is opened if another project becomes the current project. If the link does not exist, the page
   * links to this screen.
   */
  fallback: FallbackScreen
  children: (link: Link) => React.ReactNode
}

/**
 * Loads the link in the URL from the current project. If the project does not have it, searches the user's other
 * projects.
 */
function LinkLoader({ loading, fallback, children }: LinkLoaderProps) {
  const { linkId = '' } = useParams()
  const { scope } = useProject()
  const [openedIn, setOpenedIn] = useState(scope.projectId)
  const link = useQuery(linkQuery(scope, linkId))
  // A phone needs much time to render the page of a link. The id is deferred, so that React renders the page in short
  // tasks.
  const shownId = useDeferredValue(link.data?.url_id)
  const isMissing = link.error instanceof ApiError && link.error.status === 404
  const otherProjects = useLinkInOtherProjects(linkId, { isEnabled: isMissing, onFound: setOpenedIn })

  // Another project became the current project, and the link is not in it.
  if (scope.projectId !== openedIn) return <Navigate to={fallback.to} replace />
  if (link.isPending || otherProjects.isSearching) return loading
  // The server rejects a malformed id as an invalid request. For the user, the link does not exist.
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

/** The screen to continue with if a link does not exist. */
interface FallbackScreen {
  to: string
  label: string
}

function LinkNotFound({ fallback: { to, label } }: { fallback: FallbackScreen }) {
  return (
    <Screen title="Link Not Found" hasOwnHeading>
      <EmptyState
        icon={<IconLinkOff size={26} stroke={1.6} />}
        title="Link Not Found"
        headingOrder={1}
        action={
          <Group justify="center">
            <Button component={RouteLink} to={to}>
              {label}
            </Button>
            <Button variant="default" component={RouteLink} to="/links?deleted=true">
              See deleted links
            </Button>
          </Group>
        }
      >
        {linkNotFoundMessage}
      </EmptyState>
    </Screen>
  )
}

/**
 * If the current project does not have a link, searches the user's other projects and switches to the project that has
 * it.
 */
function useLinkInOtherProjects(urlId: string, { isEnabled, onFound }: { isEnabled: boolean; onFound: (projectId: string) => void }) {
  const { organizations, current, choose } = useSelection()
  const others = organizations
    .flatMap((organization) => organization.projects.map((project): Selection => ({ organization, project })))
    .filter(({ project }) => project.id !== current?.project.id)
  const scopes = others.map(({ organization, project }) => ({ orgId: organization.id, projectId: project.id }))

  const { data, isLoading, error, refetch } = useQuery({ ...linkProjectQuery(scopes, urlId), enabled: isEnabled })
  const found = isEnabled && data ? others.find(({ project }) => project.id === data.projectId) : undefined

  // `found` is a new object in each render, so the effect depends on the id of its project.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (found === undefined) return
    onFound(found.project.id)
    choose(found)
  }, [found?.project.id])

  return { isSearching: isLoading || found !== undefined, error, refetch }
}

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }
const dangerous = 'var(--mantine-color-error)'

interface LinkPageMenuProps {
  scope: ProjectScope
  link: Link
  /** Opens a dialog. The dialog returns the focus to `opener`, the button of the menu. */
  onDeleteClicks: (opener: HTMLElement | null) => void
  onDelete: (opener: HTMLElement | null) => void
}

/** A menu with the rarely used actions of a link. */
function LinkPageMenu({ scope, link, onDeleteClicks, onDelete }: LinkPageMenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  async function duplicate(): Promise<void> {
    const module = await import('../../features/links/duplicate-link.ts').catch(showLoadFailedToast)
    const copy = await module?.duplicateLink(queryClient, scope, { link })
    if (copy !== undefined) void navigate(toLinkPath(copy.url_id, 'overview'))
  }

  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon ref={opener} variant="default" size={36} aria-label={`More actions of ${formatLinkName(link)}`}>
          <IconDots aria-hidden size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {link.page === null && (
          <>
            <Menu.Item leftSection={<IconCopyPlus {...iconProps} />} onClick={() => void duplicate()}>
              Duplicate
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item color={dangerous} leftSection={<IconEraser {...iconProps} />} onClick={() => onDeleteClicks(opener.current)}>
          Delete clicks
        </Menu.Item>
        <Menu.Item color={dangerous} leftSection={<IconTrash {...iconProps} />} onClick={() => onDelete(opener.current)}>
          Delete link
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
