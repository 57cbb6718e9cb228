import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { RowsSkeleton } from './settings-loading.tsx'
import {
  ApiKeysSkeleton,
  AuditSkeleton,
  DomainsSkeleton,
  LabelsSkeleton,
  MembersSkeleton,
  NotificationsSkeleton,
  ProfileSkeleton,
} from './tab-skeletons.tsx'

/** All tabs of the settings, in the groups and the order on screen. */
const tabGroups = {
  You: ['profile', 'notifications'],
  Organization: ['projects', 'members', 'domains', 'subscription', 'api', 'audit', 'data'],
  Project: ['labels'],
} as const

type TabGroup = keyof typeof tabGroups
type SettingsTabName = (typeof tabGroups)[TabGroup][number]

interface TabContent {
  label: string
  /** What the tab contains. The command palette shows this, and finds the tab by these words. */
  about: string
  /** Additional words by which the command palette finds the tab. */
  keywords: string
  Part: React.FunctionComponent
  /** Rendered while the code of the tab loads. */
  Loading: React.FunctionComponent
}

export interface SettingsTab extends TabContent {
  name: SettingsTabName
  group: TabGroup
  to: string
}

const profileTab: SettingsTab = {
  name: 'profile',
  group: 'You',
  to: '/settings/profile',
  label: 'Profile',
  about: 'Name, email, password, sessions, theme, delete account',
  keywords:
    'account picture avatar language dark mode security sign in log in devices close remove my passkeys two-step second factor 2fa authenticator codes',
  Part: createLazyComponent(() => import('./tabs/profile-tab.tsx').then((module) => module.ProfileTab)),
  Loading: ProfileSkeleton,
}

const contents: Record<SettingsTabName, TabContent> = {
  profile: profileTab,
  projects: {
    label: 'Projects',
    about: 'Rename, archive and delete projects',
    keywords: 'add new create time zone',
    Part: createLazyComponent(() => import('./tabs/projects-tab.tsx').then((module) => module.ProjectsTab)),
    Loading: RowsSkeleton,
  },
  members: {
    label: 'Members',
    about: 'Invite people, change roles, delete the organization',
    keywords: 'team users colleagues share access permissions owner viewer rename',
    Part: createLazyComponent(() => import('./tabs/members-tab.tsx').then((module) => module.MembersTab)),
    Loading: MembersSkeleton,
  },
  labels: {
    label: 'Labels',
    about: 'Rename, color and delete labels',
    keywords: 'tags create',
    Part: createLazyComponent(() => import('./tabs/labels-tab.tsx').then((module) => module.LabelsTab)),
    Loading: LabelsSkeleton,
  },
  domains: {
    label: 'Domains',
    about: 'Your own domain for short links',
    keywords: 'custom branded host dns cname url address website',
    Part: createLazyComponent(() => import('./tabs/domains-tab.tsx').then((module) => module.DomainsTab)),
    Loading: DomainsSkeleton,
  },
  subscription: {
    label: 'Subscription',
    about: 'Plan, usage and billing',
    keywords: 'invoices receipts payments card upgrade downgrade cancel prices pricing limits',
    Part: createLazyComponent(() => import('./tabs/subscription-tab.tsx').then((module) => module.SubscriptionTab)),
    Loading: RowsSkeleton,
  },
  api: {
    label: 'API',
    about: 'API keys',
    keywords: 'tokens developers secrets',
    Part: createLazyComponent(() => import('./tabs/api-tab.tsx').then((module) => module.ApiTab)),
    Loading: ApiKeysSkeleton,
  },
  audit: {
    label: 'Activity log',
    about: 'Who changed what, and when',
    keywords: 'audit history security events',
    Part: createLazyComponent(() => import('./tabs/audit-tab.tsx').then((module) => module.AuditTab)),
    Loading: AuditSkeleton,
  },
  notifications: {
    label: 'Notifications',
    about: 'The emails that you get',
    keywords: 'mail alerts reports unsubscribe newsletter',
    Part: createLazyComponent(() => import('./tabs/notifications-tab.tsx').then((module) => module.NotificationsTab)),
    Loading: NotificationsSkeleton,
  },
  data: {
    label: 'Data',
    about: 'Export and import everything',
    keywords: 'download archive backup transfer move gdpr',
    Part: createLazyComponent(() => import('./tabs/data-tab.tsx').then((module) => module.DataTab)),
    Loading: RowsSkeleton,
  },
}

const settingsTabs: readonly SettingsTab[] = (Object.keys(tabGroups) as TabGroup[]).flatMap((group) =>
  tabGroups[group].map((name) => ({ ...contents[name], name, group, to: `/settings/${name}` })),
)

/** Returns the tabs of the settings. An instance without plans has no subscription tab. */
export function listTabs({ hasPlans }: { hasPlans: boolean }): readonly SettingsTab[] {
  return hasPlans ? settingsTabs : settingsTabs.filter(({ name }) => name !== 'subscription')
}

/** Returns the tab that a URL names. Returns the profile tab if the name is unknown. */
export function chooseTab(tabName: string | undefined, tabs: readonly SettingsTab[]): SettingsTab {
  return tabs.find(({ name }) => name === tabName) ?? profileTab
}
