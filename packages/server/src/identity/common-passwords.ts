/**
 * Those of the commonest passwords (lists of breaches) that have twelve characters or more, folded. What is made by
 * repeating or by running along keyboard, alphabet or digits is recognised by its form and stands in no list.
 */
const COMMON = new Set([
  'password1234', 'password12345', 'password123456', 'password2024', 'password2025', 'password2026', 'passw0rd1234', 'mypassword123',
  'administrator', 'administrator1', 'admin1234567', 'admin123456789', 'adminadmin123', 'rootrootroot', 'changeme1234', 'changemeplease',
  'letmein12345', 'letmeinplease', 'welcome12345', 'welcome123456', 'iloveyou1234', 'iloveyouforever', 'iloveyousomuch',
  'princess1234', 'sunshine1234', 'football1234', 'baseball1234', 'superman1234', 'starwars1234', 'monkey123456', 'dragon123456',
  'michael12345', 'charlie12345', 'jennifer1234', 'computer1234', 'internet1234', 'trustno1trustno1', 'whatever1234', 'qazwsxedcrfv',
  'qazwsxedc123', '1qaz2wsx3edc', '1qaz2wsx3edc4rfv', 'zaq12wsxcde3', 'q1w2e3r4t5y6', 'q1w2e3r4t5y6u7', '1q2w3e4r5t6y', '1q2w3e4r5t6y7u8i',
  'asdfghjkl123', 'qwertyuiop12', 'qwertyuiop123', 'qwerty123456', 'qwerty1234567', 'abcd12345678', 'abc123456789', 'a1b2c3d4e5f6',
  'correcthorsebatterystaple', 'correct horse battery staple', 'thequickbrownfox', 'nothingtosee', 'secretsecret', 'summer202512', 'winter202512',
  'unknown12345', 'google123456', 'facebook1234', 'liverpool123', 'chocolate123', 'sightline1234', 'sightline123', 'sightlinesightline',
]) // oxfmt-ignore

/** Along which somebody runs a finger. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1234567890qwertyuiop',
]

/** Whether it is one of those that are tried first. @param email whoever's it is to be */
export function isCommonPassword(password: string, email: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase()
  const [name = ''] = email.split('@')
  return COMMON.has(folded) || isRepeated(folded) || isRun(folded) || folded === email || folded === `${name}${name}`
}

/** `aaaaaaaaaaaa`, `abcabcabcabc`, `passwordpassword`. */
const isRepeated = (text: string): boolean => /^(.{1,8}?)\1+$/u.test(text)

const isRun = (text: string): boolean =>
  RUNS.some((run) => {
    const both = `${run}${run} ${Array.from(run).toReversed().join('')}`
    return both.includes(text)
  })
