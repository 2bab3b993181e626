import type { Phrase } from './absence-phrase.ts'
import { ENGLISH } from './absence-phrases-english.ts'

/** One of these words is in every phrase below; most sentences have none, and are asked no further. */
export const MAY_BE_ABSENCE =
  /(?<!\p{L})(?:no|not|none|neither|nothing|never|cannot|unable|failed|without|lack|empty|blank|unknown|scarce|non-?existent|unavailable|fictional|made[- ]up|little to|kein\p{L}*|nichts?|nie|nirgend\p{L}*|unbekannt|ergebnislos|erfolglos|pas|aucune?|rien|jamais|inconnue?|nunca|desconocid\p{L}|non|nessun\p{L}?|sconosciut\p{L}|não|nenhum\p{L}?|desconhecid\p{L}|niet|niets|geen|nooit|nergens|nauwelijks|onbekend|не|нет|отсутств\p{L}+|незнаком\p{L}*|неизвест\p{L}+)(?!\p{L})|n't|ません/iu

const GERMAN: Phrase[] = [
  ['nothing known', /(?<!\p{L})mit\s["„*]{0,3}§["“”*]{0,3}\s(?:bin ich )?(?:leider )?nicht vertraut/iu],
  [
    'not in sources',
    /§["“”*]{0,3}\s(?:wird|ist|taucht|kommt)\s(?:\p{L}+\s){0,2}in kein\p{L}* (?:der |meiner |den )?(?:quellen?|artikeln?|suchergebnissen?|listen?|vergleichen?)(?!\p{L})/iu,
  ],
  [
    'nothing found',
    /\b(?:keine?|nichts|keinerlei)\b[^.!?§]{0,40}(?:informationen|angaben|hinweise|ergebnisse|daten|quellen|treffer)?[^.!?§]{0,20}(?<!\p{L})(?:zu|über|von|für|namens)\s[^.!?§]{0,40}§[^.!?]{0,30}\b(?:finden|gefunden|vor|verfügbar|auffindbar|bekannt|ermitteln|vorhanden)/iu,
  ],
  [
    'nothing found',
    /(?<!\p{L})(?:zu|über|von)\s[^.!?§]{0,30}§[^.!?]{0,40}\b(?:keine?|nichts|keinerlei)\b[^.!?]{0,40}(?:finden|gefunden|vor|verfügbar|bekannt|informationen|angaben)/iu,
  ],
  [
    'nothing known',
    /§["“”*]{0,3}\s(?:ist|sind|war) (?:mir|uns) (?:leider )?(?:nicht|un)\s?bekannt|\bkenne ich nicht\b[^.!?]{0,10}§|§[^.!?]{0,10}kenne ich nicht/iu,
  ],
  ['nothing known', /§["“”*]{0,3}\s(?:sagt mir (?:leider )?nichts|ist (?:mir|uns) (?:leider )?kein Begriff)\b/iu],
  ['nothing known', /(?<!\p{L})von\s["„*]{0,3}§[^.!?]{0,20}\b(?:noch )?(?:nie|nichts) gehört\b/iu],
  [
    'nothing known',
    /\b(?:kenne|kennen)\s(?:leider )?(?:kein\p{L}*|nicht)\s(?:\p{L}+\s){0,2}(?:namens|mit dem namen|unter dem namen)\s["„*]{0,3}§/iu,
  ],
  [
    'nothing found',
    /\bsuch\p{L}*\s(?:nach|zu)\s["„*]{0,3}§[^.!?]{0,20}\b(?:kein\p{L}*|nichts|ergebnislos|erfolglos)\b/iu,
  ],
  [
    'nothing found',
    /\b(?:gibt|gab|habe|liegen)\b[^.!?§]{0,12}\bkeine\p{L}*\s(?:\p{L}+\s){0,3}(?:informationen|angaben|hinweise|ergebnisse|daten|quellen|treffer|belege)\s(?:zu|über|von|für)\s["„*]{0,3}§/iu,
  ],
  [
    'nothing found',
    /§["“”*]{0,3}\s(?:konnte|kann)\s(?:ich|man)\s(?:leider )?(?:nicht|nirgends|nirgendwo)\s(?:finden|ausfindig|ermitteln|identifizieren)/iu,
  ],
  [
    'not in sources',
    /\b(?:quellen|suchergebnisse\p{L}*|ergebnisse\p{L}*|artikel\p{L}*|listen|vergleiche\p{L}*)\b[^.!?§]{0,20}§["“”*]{0,3}\s(?:nicht|nirgends|mit keinem wort)\b/iu,
  ],
  [
    'not in sources',
    /§["“”*]{0,3}\s(?:taucht|kommt|erscheint|findet sich|wird)\b[^.!?]{0,40}\b(?:quellen|suchergebniss\p{L}*|ergebniss\p{L}*|artikeln?|listen|vergleichen)\b[^.!?]{0,12}\b(?:nicht|nirgends)\b/iu,
  ],
  [
    'no such thing',
    /\bnicht (?:bestätigen|belegen|verifizieren)\b[^.!?§]{0,20}(?:dass (?:es )?§["“”*]{0,3}\s(?:gibt|existiert|tatsächlich)|existenz von §)|§["“”*]{0,3}\s(?:scheint|dürfte) (?:es )?nicht (?:zu existieren|zu geben)/iu,
  ],
]

const FRENCH: Phrase[] = [
  [
    'nothing found',
    /(?:n['’]ai|n['’]a|n['’]avons|n['’]ont)\s(?:pas|rien|malheureusement pas|pas pu)?\s?(?:pu )?(?:trouv\p{L}+|d['’]informations?|identifi\p{L}+|aucune)[^.!?§]{0,60}(?:sur|concernant|à propos de|de|d['’])\s?[^.!?§]{0,40}§|aucune? (?:information|résultat|donnée|mention|trace)[^.!?§]{0,40}(?:sur|concernant|de|d['’]|pour)\s?[^.!?§]{0,40}§/iu,
  ],
  ['nothing known', /\bne (?:connais|connaissons) pas\b[^.!?§]{0,40}§|§[^.!?]{0,5}\b(?:m['’]est|nous est) inconnue?/iu],
  ['nothing known', /\bn'(?:ai|avons) jamais (?:entendu parler|rencontré)\b[^.!?§]{0,12}§/iu],
  [
    'nothing found',
    /\b(?:il n'(?:existe|y a)|je ne (?:dispose|trouve)|nous ne disposons)\s(?:pas|aucune?|d'aucune?)\b[^.!?§]{0,10}(?:informations?|données?|résultats?|sources?|mentions?|traces?|avis)[^.!?§]{0,25}(?:sur|concernant|à propos de|pour|de|d')\s?["«*\s]{0,3}§/iu,
  ],
  [
    'nothing found',
    /\b(?:recherches?|requêtes?)\b[^.!?§]{0,12}§[^.!?]{0,10}\bn'(?:a|ont)\s(?:donné|renvoyé|produit|rien)[^.!?]{0,12}(?:aucun|rien|donné)/iu,
  ],
  [
    'not in sources',
    /§["»*\s]{0,3}\s?(?:n'apparaît|ne figure|n'est (?:mentionnée?|citée?|référencée?))\s?(?:pas )?[^.!?]{0,10}\b(?:dans|parmi)\b[^.!?]{0,20}(?:sources?|résultats?|articles?|listes?|comparatifs?)/iu,
  ],
  [
    'not in sources',
    /\b(?:sources?|résultats?|articles?)\b[^.!?§]{0,25}\bne (?:mentionnent|citent|parlent|font)\b[^.!?§]{0,16}§/iu,
  ],
  [
    'no such thing',
    /§["»*\s]{0,3}\s?ne (?:semble|paraît) pas exister|\bpas (?:confirmer|vérifier) (?:l'existence de|que) §/iu,
  ],
]

const SPANISH: Phrase[] = [
  [
    'nothing found',
    /\bno (?:he|hemos|pude|pudimos|se)?\s?(?:encontr\p{L}+|hall\p{L}+|logré encontrar|existe|hay|tengo|dispongo de|cuento con)[^.!?§]{0,60}(?:sobre|acerca de|de|respecto a|llamad[oa])\s[^.!?§]{0,40}§/iu,
  ],
  ['nothing known', /\bno (?:conozco|reconozco|estoy familiarizad[oa] con)\b[^.!?§]{0,40}§/iu],
  [
    'nothing known',
    /\b(?:nunca (?:he|hemos) (?:oído|escuchado) (?:hablar )?|no (?:he|hemos) (?:oído|escuchado) (?:hablar )?)(?:de|sobre)\s(?:la |el )?["«*]{0,3}§/iu,
  ],
  [
    'nothing known',
    /§["»*]{0,3}\s(?:no me (?:suena|consta|resulta (?:conocid|familiar))|me es desconocid|me resulta desconocid)/iu,
  ],
  [
    'no such thing',
    /\bno me consta\b[^.!?§]{0,40}(?:llamad[oa]|de nombre|con el nombre)\s["«*]{0,3}§|§["»*]{0,3}\sno parece existir|\bno (?:puedo|pude|he podido) (?:confirmar|verificar) (?:la existencia de|que (?:exista )?)\s?["«*]{0,3}§/iu,
  ],
  [
    'nothing found',
    /\bno (?:hay|existen?|tengo|dispongo de|arroja|aparecen|encontr\p{L}+|he encontrado|hemos encontrado)(?!\p{L})[^.!?§]{0,15}\b(?:informaci[oó]n|datos|resultados?|referencias|menciones|fuentes|registros|nada)\b[^.!?§]{0,20}\b(?:sobre|acerca de|de|para|respecto a|a)\s(?:la |el )?["«*]{0,3}§/iu,
  ],
  ['nothing found', /\bb[uú]squedas?\b[^.!?§]{0,12}§[^.!?]{0,6}\bno (?:arroj|d[aió]|devolv|produj|encontr)\p{L}*/iu],
  [
    'not in sources',
    /§["»*]{0,3}\sno (?:aparece|figura|se menciona|sale|está)\b[^.!?]{0,25}(?:resultados|fuentes|artículos|listas|comparativas|búsquedas?)/iu,
  ],
  [
    'not in sources',
    /\b(?:fuentes|resultados|artículos)\b[^.!?§]{0,20}\bno (?:mencionan|citan|nombran|hablan de)\s(?:a )?["«*]{0,3}§/iu,
  ],
]

const ITALIAN: Phrase[] = [
  [
    'nothing found',
    /\bnon (?:ho|abbiamo|sono riuscit\p{L} a|è stato possibile|riesco a|posso)\s(?:trova\p{L}+|reperi\p{L}+|individua\p{L}+)[^.!?§]{0,12}\b(?:informazion\p{L}|dat[oi]|risultat\p{L}|notizi\p{L}|dettagli|riferiment\p{L}|font[ei]|recension\p{L}|nulla|niente|tracc\p{L})[^.!?§]{0,20}\b(?:su|sul|sulla|di|del|della|riguardo|per|circa)\b[^.!?§]{0,8}§/iu,
  ],
  [
    'nothing found',
    /\b(?:non (?:ci sono|c'è|esistono|esiste|dispongo di|ho|abbiamo)|nessun\p{L}?)\s(?:\p{L}+\s){0,2}(?:informazion\p{L}|dat[oi]|risultat\p{L}|notizi\p{L}|riferiment\p{L}|font[ei]|menzion\p{L})\b[^.!?§]{0,24}\b(?:su|sul|sulla|di|del|della|riguardo|per|circa)\b[^.!?§]{0,8}§/iu,
  ],
  [
    'nothing known',
    /\bnon (?:conosco|riconosco)\s(?:\p{L}{1,4}\s)?["«*]{0,3}§|\bnon (?:sono a conoscenza|ho familiarità|ho mai sentito parlare|abbiamo mai sentito parlare)\b[^.!?§]{0,24}§/iu,
  ],
  ['nothing known', /§["»*]{0,3}\s(?:non mi (?:risulta|dice (?:nulla|niente)|è not)|mi è sconosciut)/iu],
  [
    'not in sources',
    /§["»*]{0,3}\snon (?:compare|appare|figura|è (?:citat|menzionat|presente))\p{L}?\b[^.!?]{0,20}(?:risultat|font|ricerc|elench|articol|classific)\p{L}*/iu,
  ],
  [
    'not in sources',
    /\b(?:fonti|risultati|articoli)\b[^.!?§]{0,20}\bnon (?:menzionano|citano|nominano|parlano di)\s["«*]{0,3}§/iu,
  ],
  [
    'no such thing',
    /§["»*]{0,3}\snon (?:sembra|pare|risulta) esistere|\bnon (?:posso|riesco a) (?:confermare|verificare) (?:l'esistenza di|che)\s["«*]{0,3}§/iu,
  ],
]

const PORTUGUESE: Phrase[] = [
  [
    'nothing found',
    /(?<!\p{L})(?:não (?:encontrei|encontramos|achei|localizei|consegui (?:encontrar|localizar)|foi possível (?:encontrar|localizar)|há|existem?|tenho|disponho de|temos)|nenhum\p{L}?)(?!\p{L})[^.!?§]{0,14}(?:informaç\p{L}+|dados|resultados?|refer[êe]ncias?|menç\p{L}+|fontes?|registros?|registos?|detalhes|nada)[^.!?§]{0,24}(?<!\p{L})(?:sobre|acerca d\p{L}|d[eoa]|para|a respeito d\p{L})\s(?:[oa]\s)?["“*]{0,3}§/iu,
  ],
  [
    'nothing known',
    /(?<!\p{L})não (?:conheço|reconheço|estou familiarizad\p{L} com|tenho conhecimento d\p{L})\s(?:[oa]\s)?["“*]{0,3}§|(?<!\p{L})nunca (?:ouvi|ouvimos) falar d\p{L}\s["“*]{0,3}§/iu,
  ],
  ['nothing known', /§["”*]{0,3}\s(?:não me é (?:familiar|conhecid)|é-me desconhecid|me é desconhecid)/iu],
  [
    'not in sources',
    /§["”*]{0,3}\snão (?:aparece|consta|figura|é (?:mencionad|citad))\p{L}?(?!\p{L})[^.!?]{0,20}(?:resultados|fontes|pesquisas?|listas|artigos)/iu,
  ],
  [
    'not in sources',
    /(?<!\p{L})(?:fontes|resultados|artigos)(?!\p{L})[^.!?§]{0,20}não (?:mencionam|citam|falam d\p{L})\s(?:[oa]\s)?["“*]{0,3}§/iu,
  ],
  [
    'no such thing',
    /§["”*]{0,3}\snão parece existir|não (?:posso|consigo|consegui) (?:confirmar|verificar) (?:a existência d\p{L}|que)\s(?:[oa]\s)?["“*]{0,3}§/iu,
  ],
]

const DUTCH: Phrase[] = [
  [
    'nothing found',
    /\b(?:niets|geen (?:informatie|gegevens|resultaten)) (?:vinden|gevonden)\s(?:over|van|voor)\s["“*]{0,3}§/iu,
  ],
  ['nothing known', /\bniet (?:bekend|vertrouwd) met\s["“*]{0,3}§/iu],
  [
    'nothing found',
    /\b(?:geen|niets|nauwelijks)\b[^.!?§]{0,20}\b(?:over|van|voor|met de naam|genaamd)\s["“*]{0,3}§[^.!?]{0,12}\b(?:vinden|gevonden|beschikbaar|bekend|voorhanden)\b/iu,
  ],
  [
    'nothing found',
    /\b(?:er (?:is|zijn|was|waren)|ik (?:heb|vond|beschik)|heb ik|beschik)\b[^.!?§]{0,16}\b(?:geen|niet)\b[^.!?§]{0,30}\b(?:informatie|gegevens|resultaten|bronnen|vermeldingen|details)\s(?:over|van|voor)\s["“*]{0,3}§/iu,
  ],
  [
    'nothing known',
    /\bover\s["“*]{0,3}§["”*]{0,3}\s(?:is|heb ik|kan ik|vond ik)\b[^.!?]{0,12}\b(?:niets|geen)\b[^.!?]{0,14}(?:bekend|gevonden|vinden|informatie)/iu,
  ],
  [
    'nothing known',
    /\b(?:ik )?ken\s["“*]{0,3}§["”*]{0,3}\s(?:helaas )?niet\b|§["”*]{0,3}\sken ik (?:helaas )?niet\b|§["”*]{0,3}\sis (?:mij|me|ons) (?:helaas )?(?:niet bekend|onbekend)\b|\b(?:nog )?nooit van\s["“*]{0,3}§["”*]{0,3}\sgehoord\b/iu,
  ],
  [
    'not in sources',
    /§["”*]{0,3}\s(?:komt|wordt|staat|verschijnt)\b[^.!?]{0,12}\b(?:niet|nergens)\b[^.!?]{0,16}\b(?:zoekresultaten|resultaten|bronnen|artikelen|lijst(?:en)?)\b|\b(?:bronnen|resultaten|artikelen)\b[^.!?§]{0,20}\b(?:vermelden|noemen)\s["“*]{0,3}§["”*]{0,3}\s(?:niet|nergens)\b/iu,
  ],
  [
    'no such thing',
    /§["”*]{0,3}\slijkt niet te bestaan\b|\bniet bevestigen\b[^.!?§]{0,12}\bdat\s["“*]{0,3}§["”*]{0,3}\s(?:echt )?bestaat\b/iu,
  ],
]

const RUSSIAN: Phrase[] = [
  [
    'nothing found',
    /(?:не (?:удалось |смог\p{L}* |получилось )?(?:найти|нашел|нашёл|нашла|нашлось|найдено|обнаруж\p{L}+)|нет|отсутству\p{L}+|не располагаю|не имею)[^.!?§]{0,50}(?:о|об|про|по|для|с названием)\s[^.!?§]{0,40}§/iu,
  ],
  [
    'nothing found',
    /(?:информаци\p{L}+|данны\p{L}+|сведени\p{L}+|упоминани\p{L}+)\s[^.!?§]{0,20}§[^.!?]{0,40}(?:нет|не (?:найден\p{L}*|нашл\p{L}+|удалось|обнаружен\p{L}*)|отсутству\p{L}+)/iu,
  ],
  [
    'nothing known',
    /(?:мне|нам) (?:не ?известн\p{L}+|незнаком\p{L}*)[^.!?§]{0,40}§|§[^.!?]{0,10}(?:мне|нам) (?:не ?известн|незнаком)|не (?:знаю|знаком\p{L}* с)[^.!?§]{0,40}§/iu,
  ],
]

const JAPANESE: Phrase[] = [
  [
    'nothing found',
    /§[^。!?]{0,12}(?:に関する|についての|について|の)[^。!?]{0,20}(?:情報|資料|データ|記載|言及|結果)?[^。!?]{0,12}(?:見つかりません|見つけられません|見つけることができません|ありません|存在しません|確認できません|得られません|ございません)/iu,
  ],
  ['nothing known', /§[^。!?]{0,12}(?:存じ(?:上げ)?ません|知りません|わかりません|分かりません|把握していません)/iu],
]

export const ABSENCE_PHRASES: readonly Phrase[] = [
  ...ENGLISH,
  ...GERMAN,
  ...FRENCH,
  ...SPANISH,
  ...ITALIAN,
  ...PORTUGUESE,
  ...DUTCH,
  ...RUSSIAN,
  ...JAPANESE,
]
