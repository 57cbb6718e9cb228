import { Title } from '@mantine/core'
import { useParams } from 'react-router'
import { hasPlansIn, useSelection } from '../../features/organizations/selection.tsx'
import { LazySuspense } from '../../ui/lazy-boundary.tsx'
import { Screen } from '../screen.tsx'
import classes from './settings.module.css'
import { SettingsNavigation } from './settings-navigation.tsx'
import { chooseTab, listTabs } from './settings-tabs.ts'

export function SettingsScreen() {
  const { tab } = useParams()
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
