/** Everyday English words, a second sheet beside `lexicon-english.ts`: jobs, sports, feelings, household, business. */
export const MORE_ENGLISH_WORDS = `
absent account accurate achievement acquisition actor actual addition additional address adequate administration
admission adult advanced advertising affair affordable afternoon aggressive agreement aircraft alcohol alive allowance
alternative amazing amount analysis ancestor ancient angry anniversary announcement annual anxiety apartment apology
apparatus apparent appeal appearance application appointment approach appropriate approval archery architect
architecture argument arrangement arrest artificial assembly assessment assignment assistance associate association
assumption atmosphere attack attempt attention attitude attraction attractive author authority automatic aware awesome
backing bacteria badminton baggage bakery ballet ballot banking bankruptcy baptism barber bartender bathroom battle
beard bedroom beginning behavior belief beloved bible billiards birthday bitter blood blouse boating bomb boring
boundary bowling boxer boxing boyfriend breakfast breath breeding bride broken bulk bunch burden burglar busy butcher
cabinet calculation calculator candidate capability capacity careful carpenter cashier casual catcher cattle cause
celebration certificate chairman championship chaos characteristic charity cheap chef chemical chemistry childhood
cigarette circumstance civilization clause cleaner clerk client climber climbing clothes coalition collection college
combination comedian comedy comfortable commercial commitment commodity communication comparison compensation
competition competitive complaint complete complex complexity component composition comprehensive compromise
concentration concern conclusion condition conference confidence confident conflict confusion congress connection
conscious consequence conservation consideration consistent constitution construction consultant consumer consumption
contemporary contest context contract contribution convenient convention conversation conviction cooperation
coordinator corporate corporation correct correction correspondence corridor county coupon coverage crack creation
crime criminal crisis criterion critical criticism cruel cultural curiosity curriculum custody cycling cyclist damage
damp dancer dangerous darts dead deaf dealer debate debt decade decision decline decoration decrease defeat defense
deficit definition delay delegate delicate delicious delivery democracy demonstration dense density dentist departure
dependent deposit depression deputy description designer desktop desperate destruction detailed detective
determination developer development diary difference difficult difficulty dignity dimension direction director
directory dirty disability disaster discipline discount discus discussion disease dismissal disposal dispute distinct
distinction distribution district diver diverse diversity diving division divorce docker document domestic donation
doubt dramatic drawer drawing drought drug drummer dual dull duration earnings earthquake eastern economic economics
edition efficient effort elderly election electrician electricity electronic elixir emergency emission emotional
emphasis employee employer employment encounter encouragement enemy engagement engineer enormous entertainment
enthusiasm entire entrance environment equation equipment error essay establishment estimate ethical ethnic evaluation
evidence evident evil evolution examination examiner exception exceptional excessive excitement exciting exclusion
exclusive excuse execution executive exercise exhibition existence existing exotic expansion expectation expenditure
expense expensive experienced experiment explanation explicit explosion exposure expression extension extensive extent
external extract extreme faculty failure false familiar fantastic fashionable fatal father fault favorable feeling
female fencer fencing fiction fierce fighter finance financial firefighter fisher fisherman foreign foreigner
formation former fortunate fragile fraud frequent friendly friendship frozen frustration functional funeral funny
further garbage gardener gathering gender generous gentleman gesture girlfriend goalie golf golfer goodness governor
gradual grandfather grandmother grateful grocer grocery gross guarantee guidance guideline guilt guitarist gun gymnast
haircut handball handsome happiness harassment hardware harmful harsh hazard headquarters healthy hearing helpful
hiker hiking historic hockey holy homework honor horizontal horror hostage hostile household housing humor hunting
hurdle husband hypothesis identical identification ideology ignorance ill illegal illness illustration imagination
immediate immense immigration implement implication importance impression impressive improvement incentive incident
inclusive income increase incredible independence indication indicator indirect industrial inevitable inflation
informal information infrastructure ingredient inherent inheritance initial initiative injury innocence innocent
innovation innovative inquiry insect inside inspection inspector inspiration installation instance institution
instruction instructor insurance intelligence intense intention interaction interactive interesting interim interior
internal international interpretation intervention interview introduction invasion invention investigation
investigator investment investor invitation involvement issue janitor jogger jogging joke journalist judgment judo
junior jury karate keeper kidney killer knee laboratory lacrosse landlord landscape latter laughter lawful lawsuit
lawyer lazy leadership leading lecture legislation length liability liberal licence lifestyle likelihood likely
limitation limited listener literary literature location logical lonely loss lottery lovely loyalty luxurious
machinery mad mainland maintenance majority makeup male management manager manufacturer marginal marketing marriage
married mason massive mate mathematics mature mayor meaningful measurement mechanism medical membership mental mere
migration military miller minor minority misery missing mistake mixed moderate modification molecule monopoly mortgage
motivation murder musician mysterious naked narrative nasty nationality naval necessary neck necklace negative
negotiation neighborhood nervous nightmare noisy nomination nonsense nuclear numerous objection objective obligation
observation obstacle obvious occasion occasional occupation offense ongoing operation operational operator opinion
opponent opportunity opposite opposition optional oral ordinary organization orientation outcome output outstanding
overseas ownership painful painter painting pale panic parking partial participant particle particular partnership
passenger passive patent patience peaceful peculiar pension percentage permission personality perspective phenomenon
photograph photographer physical physician physics pianist pilates pitcher pity planning plastic playoff pleasant
plumber poetry policy polite political politician politics pollution pope population possession possibility possible
potential pottery poverty powerful prayer precedent precious preference pregnancy pregnant prejudice preliminary
preparation presence presentation preservation presidency pretty previous prior prison prisoner privacy probable
procedure proceeding producer production productive profession professional professor profitable profound projection
prominent promotion proportion proportional prosecution prospective prosperity protection protective protest
provincial provision psychology publication publicity publisher pump punishment purchase qualified quantity quiet
quota quotation racism radiation rank rating ratio rational raw realistic reality reasonable recent reception
recession recognition recommendation recovery recruitment reduction referee reference referendum reflection refugee
regime regional registration regular regulation rejection related relationship relative relaxation release relevant
reliable relief religion religious reluctant remark remarkable repair repetition replacement reporter representation
representative reputation request requirement research reservation residence resident residential resignation
resistance resolution respect respective responsibility responsible restaurant restoration restraint restriction
retailer retirement revenge revision rigid robbery romantic roofer rotten routine rower rowing rubbish rude ruin rumor
rural sacrifice sad safety sailing sake sanction satisfaction satisfactory scandal scared scenario scholarship
scientist sculpture secondary secular selection selective senator sensation sensible sensitive sentence sentiment
separate servant settlement severe shallow shame shareholder sheer shiny shopping shortage sick significance
significant silent singer situation skater skating skier skiing slavery slight slogan snake sober soccer softball
software soil sophisticated sophistication sore sorrow sour spare spatial specific spectacular spectator speculation
speech spiritual sponsor spontaneous spouse stability stall standing statement static statistic statistical sticky
stiff stomach straight strain stranger strategy stress strict striker structural struggle stuck stuff stunning stupid
subsequent subsidy substance substantial substitute subtle suburb successful sudden suffering sufficient suggestion
suicide suitable summary sunny supervisor supplement supply supporter surfing surgery surprising surrender survival
survivor suspension suspicion suspicious sustainable swimmer swimming symbolic sympathetic sympathy symptom syndrome
synthetic systematic tactic talented tall teacher teaching technical teenager temperature temporary temptation tenant
tendency tense tension terrible territory terror terrorist testimony text theft theology theoretical therapist therapy
thesis thick thin thirsty thorough threat throat tight timing tired tobacco toilet tolerance tongue total tough
tourism tournament toxic traditional tragedy tragic training transaction transcript transformation transition
translation transmission transparent transport trap treatment tremendous tricky tropical tutorial typical ugly unable
unaware uncertain uncomfortable understanding unemployment unexpected unfair unhappy unknown unlikely unreal unusual
upset urgency urgent usage useless user usual vacation vaccine vague valuable variable various verbal viable vicious
viewer violation violence violent virus vocabulary volleyball voluntary volunteer voter vulnerability vulnerable wage
waiter warning waste weak weakness wealthy weapon wedding weird welfare wet widespread widow willing willingness
winger witness wonderful wooden workforce workplace worried worse worship wrestling`
