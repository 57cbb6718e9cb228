import { languages, type Profile } from '@linkshelf/contract'
import { NativeSelect, Text, Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import classes from './profile-preferences.module.css'
import { useSaveProfile } from './save-profile.ts'
import { useTheme } from './theme-choice.ts'

/** The preferences of the user; each change is saved immediately. */
export function ProfilePreferences({ profile }: { profile: Profile }) {
  const { mutate } = useSaveProfile()
  return (
    <Card>
      <Title order={2}>Preferences</Title>
      <ThemeSetting />
      <LanguageChoice
        choices={languages}
        value={profile.language}
        onChoose={(language) => mutate({ edit: { language }, outcome: `The language is ${toLanguageName(language)}` })}
      />
    </Card>
  )
}

const themeTexts: Record<Profile['theme'], string> = {
  system: 'Dark mode follows the setting of your system.',
  light: 'Dark mode is off in every browser you sign in to.',
  dark: 'Dark mode is on in every browser you sign in to.',
}

function ThemeSetting() {
  const { theme, choices, choose } = useTheme()
  return (
    <div className={`${classes.choice} ${classes.theme}`}>
      <div>
        <Text size="sm" fw={550}>
          Theme
        </Text>
        <Text size="xs" c="dimmed">
          {themeTexts[theme]}
        </Text>
      </div>
      <Segments label="Theme" choices={choices} chosen={theme} onChoose={choose} />
    </div>
  )
}

interface LanguageChoiceProps<Language extends string> {
  /** Language codes as in IETF BCP 47. */
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
      data={choices.map((code) => ({ value: code, label: toLanguageName(code) }))}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

/** Returns the name of a language in that language: "English", "Deutsch". */
function toLanguageName(code: string): string {
  return new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
}
