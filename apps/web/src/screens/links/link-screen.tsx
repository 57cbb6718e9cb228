import type { Link } from '@linkshelf/contract'
import { useNavigate } from 'react-router'
import { LinkHeader } from '../../features/links/detail/link-header.tsx'
import { makeOpenLinkDialog } from '../../features/links/dialogs/open-link-dialog.ts'
import { linkName } from '../../features/links/link-name.ts'
import { useProject } from '../../features/organizations/selection.tsx'
import { Can } from '../../session/permissions.tsx'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { LazySuspense } from '../../ui/states/lazy-boundary.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { ClickLimitNotice } from '../limits/upgrade-notice.tsx'
import { LinkLoading, LoadingRegion } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import { LinkLoader } from './link-loader.tsx'
import { LinkTabLoading } from './link-loading.tsx'
import { LinkPageMenu } from './link-page-menu.tsx'
import { type LinkTab, linkPath, linkTabs } from './link-paths.ts'

interface LinkScreenProps {
  tab: LinkTab
  /** The content of the tab. */
  part: React.FunctionComponent<{ link: Link }>
}

/** The page of a link. Its tabs are screens of their own URL, below the same header. */
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
  const name = linkName(link)
  const open = makeOpenLinkDialog(scope, () => void navigate('/links'))
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
        editTo={tab === 'analytics' ? linkPath(link.url_id, 'overview') : undefined}
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
        tabs={linkTabs.map((one) => ({ to: linkPath(link.url_id, one.name), label: one.label }))}
        shown={linkPath(link.url_id, tab)}
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
