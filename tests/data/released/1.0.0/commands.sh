regicide-tui --no-motion --data-dir data resume
regicide-tui new --game regicide --players 3 --seed 7F3K --names Ada,Bea --bots page --option combos=false
regicide-tui play --bot-command ./my_bot.py
regicide-tui text new regicide 1 seed=7F3K
regicide-tui open game.save
regicide-tui replay game.txt
regicide-tui review game.txt
regicide-tui export game.save
regicide-tui saves
regicide-tui paths
regicide-tui doctor
regicide-tui serve --host 0.0.0.0 --port 2222 --config house.toml --guests
regicide-tui serve --check --config house.toml
regicide-tui serve --status
regicide-tui serve --store postgresql://house@10.0.0.20/house --metrics 9464
regicide-tui users --add-key ada id.pub
regicide-tui users --ban ada
regicide-tui users --mute ada
regicide-tui users --kick ada
regicide-tui users --acts
regicide-tui users --rename ada bea
regicide-tui users --forget ada
regicide-tui tables
regicide-tui tables --close 7
regicide-tui tournament
regicide-tui store copy house.db postgresql://house@10.0.0.20/house
regicide-tui store check house.db
regicide-tui store backup backup.db
regicide-tui simulate --players 2 --games 50 --bots knight,page --out games.csv
regicide-tui simulate --compare knight,page --records decisions.parquet
regicide-tui engine
regicide-tui completion bash
