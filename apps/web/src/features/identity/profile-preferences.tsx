import { languages, type Profile } from '@linkshelf/contract'
import { Button, NativeSelect, Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import { DescribedSwitch } from '../../ui/described-switch.tsx'
import { useDarkMode } from './dark-mode.ts'
import classes from './profile-preferences.module.css'
import { useSaveProfile } from './save-profile.ts'

/** The preferences of the user; each change is saved immediately. */
export function ProfilePreferences({ profile }: { profile: Profile }) {
  const { mutate } = useSaveProfile()
  return (
    <Card>
      <Title order={2}>Preferences</Title>
      <DarkModeChoice />
      <LanguageChoice
        choices={languages}
        value={profile.language}
        onChoose={(language) => mutate({ edit: { language }, outcome: `The language is ${nameOfLanguage(language)}` })}
      />
    </Card>
  )
}

const darkSwitchId = 'dark-mode'

function DarkModeChoice() {
  const { isDark, followsSystem, setDark, followSystem } = useDarkMode()

  /** The button is removed, so the focus moves to the switch. */
  function resetToSystem(): void {
    followSystem()
    document.getElementById(darkSwitchId)?.focus()
  }

  return (
    <div className={classes.choice}>
      <DescribedSwitch
        id={darkSwitchId}
        classNames={{ root: classes.switch, body: classes.body }}
        size="md"
        label="Dark mode"
        description={followsSystem ? 'Uses the setting of your system.' : 'Applies in every browser you sign in to.'}
        labelPosition="left"
        checked={isDark}
        onChange={(event) => setDark(event.currentTarget.checked)}
      />
      {!followsSystem && (
        <Button variant="subtle" size="compact-sm" className={classes.system} onClick={resetToSystem}>
          Use system setting
        </Button>
      )}
    </div>
  )
}

interface LanguageChoiceProps<Language extends string> {
  /** Codes of IETF BCP 47. */
  choices: readonly Language[]
  value: Language
  onChoose: (language: Language) => void
}

/** Rendered only when there is more than one language. */
export function LanguageChoice<Language extends string>({ choices, value, onChoose }: LanguageChoiceProps<Language>) {
  if (choices.length < 2) return null

  function choose(code: string): void {
    const language = choices.find((choice) => choice === code)
    if (language !== undefined) onChoose(language)
  }

  return (
    <NativeSelect
      className={classes.choice}
      label="Language"
      description="The language of the dashboard."
      rightSection={<IconChevronDown aria-hidden size={16} stroke={1.6} />}
      value={value}
      data={choices.map((code) => ({ value: code, label: nameOfLanguage(code) }))}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

/** The name of a language in itself: "English", "Deutsch". */
function nameOfLanguage(code: string): string {
  return new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
}
