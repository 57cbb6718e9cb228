import { Title } from '@mantine/core'
import { Navigate, useParams } from 'react-router'
import { ProjectGuard } from '../../features/organizations/project-guard.tsx'
import { hasPlansIn, useSelection } from '../../features/organizations/selection.tsx'
import { LazySuspense } from '../../ui/lazy-boundary.tsx'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { Screen } from '../screen.tsx'
import classes from './settings.module.css'
import { SettingsLoading } from './settings-loading.tsx'
import { SettingsNavigation } from './settings-navigation.tsx'
import { chooseTab, listTabs } from './settings-tabs.ts'

/** Pages of the project that have an address in the settings, but are not in the list of settings. */
const pages: Readonly<Record<string, React.FunctionComponent>> = {
  integrations: createLazyComponent(() => import('./retailers-screen.tsx').then((module) => module.RetailersScreen)),
  youtube: createLazyComponent(() => import('./youtube-screen.tsx').then((module) => module.YoutubeScreen)),
  amazon: () => <Navigate to="/settings/integrations#migration" replace />,
}

/** Shows a tab of the settings, or one of the pages with an address in the settings. */
export function SettingsScreen() {
  const { tab = '' } = useParams()
  const Page = Object.hasOwn(pages, tab) ? pages[tab] : undefined
  if (Page === undefined) return <SettingsTabs tab={tab} />
  return (
    <ProjectGuard loading={<SettingsLoading />}>
      <LazySuspense fallback={<SettingsLoading />}>
        <Page />
      </LazySuspense>
    </ProjectGuard>
  )
}

function SettingsTabs({ tab }: { tab: string }) {
  const { organizations } = useSelection()
  const tabs = listTabs({ hasPlans: hasPlansIn(organizations) })
  const shown = chooseTab(tab, tabs)
  const { name, label, Part, Loading } = shown
  return (
    <Screen title={`${label} · Settings`} hasOwnHeading>
      <Title order={1}>Settings</Title>
      <div className={classes.columns}>
        <SettingsNavigation tabs={tabs} shown={shown} />
        <div className={classes.content}>
          <LazySuspense key={name} fallback={<Loading />}>
            <Part />
          </LazySuspense>
        </div>
      </div>
    </Screen>
  )
}
