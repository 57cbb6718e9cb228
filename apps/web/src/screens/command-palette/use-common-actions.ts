import { apiPath, type FeedbackDraft, toEntitlements } from '@linkshelf/contract'
import {
  IconApi,
  IconBulb,
  IconChartBar,
  IconDeviceDesktop,
  IconFolderPlus,
  IconKeyboard,
  IconLinkPlus,
  IconLogout,
  IconMoon,
  IconSettings,
  IconShoppingCart,
  IconSun,
  IconTagPlus,
  IconUserPlus,
} from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useTheme } from '../../features/identity/theme-choice.ts'
import { focusAddLinkBar } from '../../features/links/create/add-link-bar.tsx'
import type { Selection } from '../../features/organizations/choose-selection.ts'
import { useOffer } from '../../session/permissions.tsx'
import { signOut } from '../../session/session.ts'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { analyticsTabList, isTabShown } from '../analytics/analytics-tabs.ts'
import { listTabs } from '../settings/settings-tabs.ts'
import { openShortcutSheet } from '../shortcuts/use-shortcuts.ts'
import { flattenGroups, listSidebarEntries } from '../sidebar-entries.ts'
import { applyOffer, type PaletteAction } from './palette-groups.ts'

const openLabelDialog = createLazyDialog(async () => (await import('../../features/labels/label-dialogs.tsx')).labelDialog)
const openAddProjectDialog = createLazyDialog(async () => (await import('../../features/projects/project-dialogs.tsx')).addProjectDialog)
const openFeedbackDialog = createLazyDialog(async () => (await import('../feedback/feedback-form.tsx')).feedbackDialog)

const themeIcons = { system: IconDeviceDesktop, light: IconSun, dark: IconMoon }

/** Additional words by which the screens of the sidebar are found. */
const keywordsByPath: Readonly<Record<string, string>> = {
  '/': 'home start numbers',
  '/links': 'short urls',
  '/analytics': 'clicks visitors statistics numbers',
  '/settings/integrations': 'amazon ebay aliexpress affiliate tags tracking ids integrations shops connect',
  '/links/report': 'broken dead links health problems report',
  '/settings/youtube': 'videos channels descriptions migration',
  '/store/settings': 'page design theme colors logo',
  '/settings': 'preferences options',
}

interface ScreenActions {
  /** The screens of the sidebar. */
  main: PaletteAction[]
  /** Tabs and parts of screens, and the API reference. */
  more: PaletteAction[]
}

/** Returns actions that open the screens, the tabs of analytics and settings, and the API reference. */
export function useScreenActions({ organization }: Selection): ScreenActions {
  const navigate = useNavigate()
  const entitlements = toEntitlements(organization)
  const numbers = analyticsTabList
    .filter(({ name }) => name !== 'overview' && isTabShown(name, entitlements))
    .map(({ name, label, keywords }) => ({ to: `/analytics?tab=${name}`, label: `Analytics: ${label}`, keywords, Icon: IconChartBar }))
  const tabs = listTabs({ hasPlans: organization.has_plans }).map(({ to, label, about, keywords }) => ({
    to,
    label: `Settings: ${label}`,
    description: about,
    keywords: `${about} ${keywords}`,
    Icon: IconSettings,
  }))
  const migration = { to: '/settings/amazon', label: 'Amazon migration', keywords: 'tags existing links retailers', Icon: IconShoppingCart }
  const findKeywords = (path: string) => keywordsByPath[path] ?? numbers.find(({ to }) => to === path)?.keywords ?? ''
  const main = flattenGroups(listSidebarEntries(entitlements)).map((entry) => ({ ...entry, keywords: findKeywords(entry.to) }))
  // A tab with its own entry in the sidebar has the name that it has there.
  const parts = [...numbers, migration, ...tabs].filter(({ to }) => main.every((entry) => entry.to !== to))
  const toAction = <Entry extends { to: string }>(entry: Entry) => ({ ...entry, id: entry.to, run: () => void navigate(entry.to) })

  return {
    main: main.map(toAction),
    more: [
      ...parts.map(toAction),
      {
        id: 'api-docs',
        label: 'API docs',
        keywords: 'api reference documentation openapi developers',
        Icon: IconApi,
        run: () => void window.open(`${apiPath}/docs`, '_blank', 'noopener'),
      },
    ],
  }
}

/** Returns the actions that are available on every screen. `draft` is feedback that was typed but not sent. */
export function useCommonActions({ organization, project }: Selection, draft: RefObject<FeedbackDraft>): PaletteAction[] {
  const { theme, choices, choose } = useTheme()
  const navigate = useNavigate()
  const scope = { orgId: organization.id, projectId: project.id }

  const [link, label] = [useOffer('links.create'), useOffer('labels.create')]
  const [newProject, member] = [useOffer('projects.create'), useOffer('members.invite')]
  const creating = [
    ...applyOffer(link, {
      id: 'add-link',
      label: 'Add a link',
      keywords: 'create new shorten',
      Icon: IconLinkPlus,
      run: focusAddLinkBar,
    }),
    ...applyOffer(label, {
      id: 'create-label',
      label: 'Create a label',
      keywords: 'add new',
      Icon: IconTagPlus,
      run: (opener) => openLabelDialog(opener, scope, 'create', undefined),
    }),
    ...applyOffer(newProject, {
      id: 'add-project',
      label: 'New project',
      keywords: 'add create',
      Icon: IconFolderPlus,
      run: (opener) => openAddProjectDialog(opener, organization.id),
    }),
    ...applyOffer(member, {
      id: 'invite',
      label: 'Invite a member',
      keywords: 'add people team share access',
      Icon: IconUserPlus,
      run: () => void navigate('/settings/members'),
    }),
  ]

  return [
    ...creating,
    {
      id: 'feedback',
      label: 'Contact & Feedback',
      keywords: 'idea support help message',
      Icon: IconBulb,
      run: (opener) => openFeedbackDialog(opener, draft),
    },
    { id: 'shortcuts', label: 'Keyboard shortcuts', keywords: 'keys help turn off', Icon: IconKeyboard, run: openShortcutSheet },
    ...choices.map(({ name, label: choice }) => ({
      id: `theme ${name}`,
      label: `Theme: ${choice}`,
      ...(name === theme && { description: 'Current theme' }),
      keywords: 'use mode appearance color',
      Icon: themeIcons[name],
      run: () => choose(name),
    })),
    { id: 'sign-out', label: 'Sign out', keywords: 'log out', Icon: IconLogout, run: () => void signOut() },
  ]
}
