import { Title } from '@mantine/core'
import { useParams } from 'react-router'
import { LazySuspense } from '../../ui/lazy-boundary.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { Screen } from '../screen.tsx'
import { chooseTab, settingsTabs } from './settings-tabs.ts'

export function SettingsScreen() {
  const { tab } = useParams()
  const { name, to, label, Part, Loading } = chooseTab(tab)
  return (
    <Screen title={`${label} · Settings`} hasOwnHeading>
      <Title order={1}>Settings</Title>
      <TabLinks label="Settings" tabs={settingsTabs} shown={to} />
      <LazySuspense key={name} fallback={<Loading />}>
        <Part />
      </LazySuspense>
    </Screen>
  )
}
