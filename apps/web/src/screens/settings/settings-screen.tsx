import { Title } from '@mantine/core'
import { useParams } from 'react-router'
import { hasPlansIn, useSelection } from '../../features/organizations/selection.tsx'
import { LazySuspense } from '../../ui/lazy-boundary.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { Screen } from '../screen.tsx'
import { chooseTab, listTabs } from './settings-tabs.ts'

export function SettingsScreen() {
  const { tab } = useParams()
  const { organizations } = useSelection()
  const tabs = listTabs({ hasPlans: hasPlansIn(organizations) })
  const { name, to, label, Part, Loading } = chooseTab(tab, tabs)
  return (
    <Screen title={`${label} · Settings`} hasOwnHeading>
      <Title order={1}>Settings</Title>
      <TabLinks label="Settings" tabs={tabs} shown={to} />
      <LazySuspense key={name} fallback={<Loading />}>
        <Part />
      </LazySuspense>
    </Screen>
  )
}
