/**
 * Whether a block that says nothing of its language holds code: at least half of its lines read as statements, commands,
 * settings or a tree of files. Assistants put lists, tables and templates into such blocks too, and those are prose.
 */
export function looksLikeCode(block: string): boolean {
  const lines = block.split('\n').filter((line) => line.trim() !== '')
  const codeLines = lines.filter((line) => isCodeLine(line.trim())).length
  return lines.length > 0 && codeLines * 2 >= lines.length
}

const isCodeLine = (line: string): boolean => isStatement(line) || CODE_LINES.some((pattern) => pattern.test(line))

/** Ends as statements do; a list may end its items with a semicolon. */
const isStatement = (line: string): boolean => line.endsWith(';') && !/^[-*•–—\d]/.test(line) && /[=()'"\]]/.test(line)

const CODE_LINES = [
  // Ends as blocks end.
  /[{}[(]$|=>$|^[)\]}]+(?:[,;][,;)]*)?$/,
  /^[\w.$]+(?:\[[^\]]*\])?\([^()]*\)\s*(?:#.*|\/\/.*)?$/,
  /^(?:import|from)\s[\w.{*@'"/-]+(?:,?\s[\w}].*|;)?$/,
  /^(?:export|const|let|var|def|class|function|func|fn|return|public|private|static|async|await|elif|else|try|except|catch|interface|type|enum|struct|yield)\b.*[(){}=:]/,
  /^(?:if|for|while|switch|with)\b.*(?:\)\s*\{?|:)$/,
  /^[a-zA-Z_$][\w$.[\]'"]*\s(?:[-+*/|&]?=|:=)\s\S/,
  /^(?:\/\/|\/\*|\*\/|#!|#include|@[a-z]+\b(?=[({\s]*$)|<\?|<!--)/,
  // Settings: "key": value, key: value, KEY=value.
  /^["'][\w.@/-]+["']\s?:\s?\S/,
  /^-?\s?[a-z_][a-z\d_-]*:(?:\s|$)/,
  /^[A-Z][A-Z\d_]{2,}=\S*$/,
  // Commands.
  /^(?:[$>%]\s)?(?:npm|npx|yarn|pnpm|pip3?|brew|apt(?:-get)?|sudo|git|docker|kubectl|curl|wget|cd|mkdir|chmod|cargo|composer|gem|conda|helm|terraform|gcloud|dotnet|dnf|yum|snap|choco|winget|python3?|node|deno|bun|ssh|echo|export)\s+\S/,
  /^\$\s\S/,
  /^go (?:get|run|build|install|mod|test)\b/,
  /^(?:SELECT|INSERT INTO|UPDATE|DELETE|CREATE|ALTER|DROP|FROM|WHERE|GROUP BY|ORDER BY|HAVING|(?:INNER|LEFT|RIGHT|OUTER) JOIN|JOIN|VALUES|LIMIT)\b(?!\s[a-z]+\s[a-z]+\s[a-z]+\s)/,
  /^\\[a-z]+(?:\[[^\]]*\])?\{/,
  /^[│├└]/,
  /^<\/?(?:script|link|meta|style|!doctype|html|head|body|img|svg|form|input|button|iframe|template)\b/i,
]
